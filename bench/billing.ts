/**
 * Measures billing with 100,000 intervals of 5,000 workspaces in one month and 10,000 instances that still run: rating, the
 * hourly roll-up, the close of the month, the nightly checks, the ingest of events, and what one workspace has spent so far.
 * Prints the results beside the targets and writes its section of bench/results.md, which has one table per size.
 * `node bench/billing.ts [WORKSPACES] [INSTANCES]`; the targets are for `50000 1000000`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, sql } from "#api/core/db/db.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { createDrafts, issueMonth } from "#api/modules/billing/close-month.ts";
import { markMonthClosed } from "#api/modules/billing/close-store.ts";
import { monthToDateExpenditure } from "#api/modules/billing/expenditure.ts";
import { checkLedger } from "#api/modules/billing/ledger-checks.ts";
import { toEpochSeconds } from "#api/modules/billing/metering.ts";
import { rollUpUsage } from "#api/modules/billing/usage-rollup.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { insertUserAndCatalogue } from "./bench-rows.ts";
import { measureIngest } from "./bench-ingest.ts";
import { insertBenchUsage, usageMonth } from "./bench-usage.ts";
import { writeResults } from "./results.ts";

const [workspaces = 5_000, instances = 100_000] = process.argv.slice(2).map(Number);
const running = instances / 10;
const reads = 1_000;
const rounds = 3;
const hour = 3_600;
const now = new Date("2026-03-31T23:20:00Z");
const [from, to] = [toEpochSeconds(usageMonth.start), toEpochSeconds(usageMonth.end)];

const at = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
const seconds = (ms: number) => (ms / 1_000).toFixed(2);
const inThousands = (count: number) => count.toLocaleString("en");

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** Medians of several rounds; `undo` runs untimed after each. */
async function median(work: () => Promise<unknown>, undo?: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push((await timed(work)).ms);
    await undo?.();
  }
  return at(times, 0.5);
}

const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
// As in an installation of this size: the defaults of a small one would measure reading the same pages again.
const settings = ["shared_buffers=2GB", "max_wal_size=8GB"];
const postgres = await startPostgres({ dataDir, durable: false, settings });
try {
  const url = postgres.url("boreal");
  await migrate(url, { jobNames });
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined });
  const asSystem = <T>(work: Parameters<typeof db.withSystemRole<T>>[1]) =>
    db.withSystemRole("a benchmark", work);
  await asSystem((tx) => insertUserAndCatalogue(tx, now));
  console.log(`Adding ${inThousands(instances)} instances`);
  await insertBenchUsage(
    postgres.url("boreal", "postgres"),
    { workspaces, instances },
    async (run) => {
      await run(
        `INSERT INTO usage_interval (workspace_id, instance_id, interval_number, product_id, price_snapshot_id, rate_micros_per_hour, start_second,
           billed_start_second)
         SELECT r.workspace, r.id, 2, r.product, r.price, r.rate, later.start, later.start
           FROM row_of r CROSS JOIN LATERAL (SELECT greatest($1::bigint, r.start + r.length) AS start) later WHERE g % 10 = 1`,
        [to - 4 * hour],
      );
    },
  );
  const ids = await asSystem((tx) => tx.many<{ id: string }>(sql`SELECT id FROM workspace`));
  const all = ids.map(({ id }) => id);

  const rateOnly = await median(() =>
    asSystem((tx) =>
      tx.one(sql`
        SELECT sum(cents) AS cents FROM (
          SELECT round_to_cents(sum(u.rate_micros_per_hour * (u.quantity * (u.end_second - u.start_second))::numeric + u.extra_units)) AS cents
            FROM billed_usage(${all}::uuid[], ${from}::bigint, ${to}::bigint) u GROUP BY u.workspace_id, u.product_id, u.price_snapshot_id) line`),
    ),
  );
  const fill = (start: number, end: number) =>
    asSystem((tx) =>
      tx.execute(sql`SELECT fill_usage_hours(${start}::bigint, ${end}::bigint, NULL)`),
    );
  const empty = () => asSystem((tx) => tx.execute(sql`DELETE FROM rollup.usage_hour`));
  const tick = await median(() => fill(to - 2 * hour, to - hour), empty);
  // As the job does it, in steps by the watermark.
  const store = await timed(() => rollUpUsage(db, usageMonth.end));
  const { hours, stored } = await asSystem((tx) =>
    tx.one<{ hours: number; stored: number }>(sql`
      SELECT (SELECT sum((least(coalesce(u.billed_end_second, ${to}::bigint), ${to}::bigint) - 1) / 3600 - u.billed_start_second / 3600 + 1)::integer FROM usage_interval u) AS hours,
             (SELECT count(*)::integer FROM rollup.usage_hour) AS stored`),
  );

  const reading: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const id = all[(read * 7_919) % all.length] ?? "";
    reading.push((await timed(() => asSystem((tx) => monthToDateExpenditure(tx, id, now)))).ms);
  }

  const closedAt = new Date("2026-04-02T00:00:00Z");
  const drafts = await timed(() => createDrafts(db, usageMonth, closedAt));
  const issued = await timed(() => issueMonth(db, usageMonth, closedAt));
  const { invoices } = await asSystem((tx) =>
    tx.one<{ invoices: number }>(
      sql`SELECT count(*)::integer AS invoices FROM invoice WHERE series_number IS NOT NULL`,
    ),
  );
  // Workspaces without a billed instance get none.
  if (invoices < workspaces / 2)
    throw new Error(`${invoices} invoices of ${workspaces} workspaces`);
  await asSystem((tx) => markMonthClosed(tx, usageMonth.start, closedAt));
  const checks = await timed(() => asSystem((tx) => checkLedger(tx)));
  if (checks.result.length > 0) throw new Error("the ledger contradicts itself");
  const ingest = await measureIngest(db, closedAt);
  const row = (name: string, ms: number, target: number | null) =>
    `| ${name} | ${seconds(ms)} | ${target === null ? "" : `${target.toFixed(2)} | ${(ms / 1_000 / target).toFixed(1)}×`} |`;

  writeResults(`# Billing, ${inThousands(instances)} intervals

\`node bench/billing.ts ${workspaces} ${instances}\`: ${inThousands(instances)} intervals of ${inThousands(workspaces)} workspaces in one month, and ${inThousands(running)} instances that still
run. One database session with ${settings.join(" and ")}; database and load on the same ${cpus().length} cores. Medians of ${rounds} rounds where a row can be repeated. The
targets are those for 1,000,000 instance-hours, 100,000 running instances, a close of 1,000,000 intervals, and 80,000 events a second, in proportion.

| | seconds | target | to target |
|---|---|---|---|
${row(`rate the month: ${inThousands(hours)} instance-hours`, rateOnly, (hours * 0.3) / 1e6)}
${row(`rate and store them by hour: ${inThousands(stored)} rows, in steps by the watermark`, store.ms, (hours * 2) / 1e6)}
${row(`the hourly roll-up with ${inThousands(running)} running instances`, tick, (running * 0.5) / 1e5)}
${row(`close the month: ${inThousands(invoices)} invoices`, drafts.ms + issued.ms, (instances * 6) / 1e6)}
| – of that the drafts, with their lines | ${seconds(drafts.ms)} | | |
| – and issuing them: numbers, ledger, history | ${seconds(issued.ms)} | | |
| the nightly checks of the ledger, with the usage of the month | ${seconds(checks.ms)} | | |
${row(`ingest ${inThousands(ingest.events)} events and fold them, in batches of ${inThousands(ingest.batch)}`, ingest.ms, ingest.events / 80_000)}

- Events ingested per second: ${inThousands(Math.round((ingest.events * 1_000) / ingest.ms))} (target 80,000).
- What one workspace has spent so far: median ${at(reading, 0.5).toFixed(1)} ms, 99 of 100 within ${at(reading, 0.99).toFixed(1)} ms (${inThousands(reads)} reads; target 10 ms).
- Load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.
`);
  await db.close();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
