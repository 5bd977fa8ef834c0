/**
 * The long soak of billing: `node bench/billing-soak.ts [workspaces] [months] [seed]`, by default 200 workspaces through
 * 12 months. It ends with the checks of the ledger, of usage against invoices, and of its sum against that of the emulated
 * provider, and fails if they contradict.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#api/core/migrations/migrate.ts";
import { runBillingSoak } from "#api/testing/billing-soak.ts";
import { startTestEnvironment } from "#api/testing/test-environment.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";

const [workspaces = 200, months = 12, seed = 1] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(join(tmpdir(), "boreal-soak-"));
const postgres = await startPostgres({ dataDir, durable: false });
const url = postgres.url("boreal");
await migrate(url, { jobNames });
const drop = async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const env = await startTestEnvironment({
  database: { url, drop },
  payments: true,
  start: "2026-01-05T00:00:00Z",
});
const startedAt = performance.now();
const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
try {
  const result = await runBillingSoak(env, {
    workspaces,
    months,
    seed,
    onMonth: (text) => console.log(elapsed(), text),
  });
  console.dir({ ...result, elapsed: elapsed() }, { depth: 6 });
  if (result.findings.length > 0 || result.providerCents !== result.ledgerCents)
    process.exitCode = 1;
} finally {
  await env.stop();
}
