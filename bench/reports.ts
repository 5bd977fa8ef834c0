/**
 * Measures the reports of staff with 1,000,000 rows of usage in the roll-up and 1,000,000 ordered instances, each with an
 * interval, of 1,000 workspaces in one month. Prints the results and writes its section of bench/results.md.
 * `node bench/reports.ts [ROUNDS]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, sql, type Tx } from "#api/core/db/db.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { readInstanceFacts, toTotals } from "#api/modules/reports/instance-report.ts";
import { readOrderReport } from "#api/modules/reports/order-report.ts";
import { resolveReportPeriod } from "#api/modules/reports/period.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { startPostgres } from "../tools/postgres/postgres.ts";
import { insertUserAndCatalogue } from "./bench-rows.ts";
import { insertBenchUsage } from "./bench-usage.ts";
import { writeResults } from "./results.ts";

const rounds = Number(process.argv[2] ?? 5);
const workspaces = 1_000;
const rows = 1_000_000;
const month = { timeFrom: "2026-03-01T00:00:00Z", timeTo: "2026-04-01T00:00:00Z" };
const now = new Date("2026-03-31T23:20:00Z");
const everything = { includeInactive: true, includeDeleted: true };

/**
 * One in a hundred orders was cancelled and one in a hundred failed. Every workspace has about a thousand hours in the
 * roll-up.
 */
const fill = (superuserUrl: string): Promise<void> =>
  insertBenchUsage(superuserUrl, { workspaces, instances: rows }, async (run) => {
    await run(
      `INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, status, max_attempts, created_at, updated_at)
       SELECT gen_random_uuid(), r.workspace, r.id, 'create', 'virtual_machine', r.region, CASE WHEN g % 100 = 0 THEN 'cancelled' ELSE 'failed' END, 1,
              to_timestamp(r.start), to_timestamp(r.start) FROM row_of r WHERE g % 50 = 0`,
    );
    // One row for each workspace and hour, and some with a second product.
    await run(
      `INSERT INTO rollup.usage_hour (hour, workspace_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds, extra_units)
       SELECT to_timestamp(h), w.id, p.id, p.price, 'r' || 1 + (w.n + p.n) % 5, p.rate, 3600 - (w.n * 7 + h / 3600) % 600, 0
         FROM generate_series(extract(epoch FROM timestamptz '2026-03-01Z')::bigint, extract(epoch FROM timestamptz '2026-03-31 22:00Z')::bigint, 3600) h, w
         JOIN p ON p.n = w.n % 10 OR (w.n % 3 = 0 AND p.n = (w.n + 1) % 10)
        ORDER BY h`,
    );
    await run(
      `INSERT INTO rollup.usage_day SELECT (hour AT TIME ZONE 'UTC')::date, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, sum(seconds), sum(extra_units)
         FROM rollup.usage_hour GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    );
    await run(
      `INSERT INTO order_counter SELECT (created_at AT TIME ZONE 'UTC')::date, product_id, region_handle, 0, count(*), count(*), count(*) FROM instance GROUP BY 1, 2, 3`,
    );
    await run(
      `UPDATE rollup.watermark SET from_second = extract(epoch FROM timestamptz '2026-03-01Z')::bigint, upto = extract(epoch FROM timestamptz '2026-03-31 23:00Z')::bigint`,
    );
  });

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const dataDir = mkdtempSync(join(tmpdir(), "boreal-bench-"));
const postgres = await startPostgres({ dataDir, durable: false });
try {
  const url = postgres.url("boreal");
  await migrate(url, { jobNames });
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined });
  await db.withSystemRole("set up a benchmark", (tx) => insertUserAndCatalogue(tx, now));
  console.log(`Adding ${rows} instances`);
  await fill(postgres.url("boreal", "postgres"));
  const counts = await db.withSystemRole("a benchmark", (tx) =>
    tx.one<{ hours: number }>(sql`SELECT count(*)::integer AS hours FROM rollup.usage_hour`),
  );
  const measure = async (work: (tx: Tx) => Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now();
      await db.withSystemRole("a benchmark", work);
      if (round > 0) times.push(performance.now() - startedAt);
    }
    return (median(times) / 1_000).toFixed(2);
  };
  const virtual = (query: { timeFrom?: string; timeTo?: string }) => async (tx: Tx) =>
    toTotals(
      await readInstanceFacts(tx, "virtual_machine", resolveReportPeriod(query, now)),
      everything,
    );
  const orders = (query: { timeFrom?: string; timeTo?: string }) => (tx: Tx) =>
    readOrderReport(tx, resolveReportPeriod(query, now), everything);
  const day = { timeFrom: "2026-03-15T00:00:00Z", timeTo: "2026-03-16T00:00:00Z" };
  const week = { timeFrom: "2026-03-10T00:00:00Z", timeTo: "2026-03-17T00:00:00Z" };
  const line = async (label: string, query: typeof month) =>
    `| ${label} | ${await measure(virtual(query))} | ${await measure(orders(query))} |`;
  writeResults(`# Reports of staff

\`node bench/reports.ts\`: ${counts.hours.toLocaleString("en")} rows in the hourly roll-up and ${rows.toLocaleString("en")} instances ordered in one month by
${workspaces.toLocaleString("en")} workspaces, 10 products in 5 regions, read as a request reads them. Medians of ${rounds} rounds, in seconds; database and load on the
same ${cpus().length} cores.

| period | virtual machines | orders |
|---|---|---|
${await line("a day", day)}
${await line("a week", week)}
${await line("the month, with the hours of now", month)}

- Load average of the computer at the end: ${loadavg()[0]?.toFixed(1)}.
`);
  await db.close();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
