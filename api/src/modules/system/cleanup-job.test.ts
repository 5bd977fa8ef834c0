import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

test("N62: only permanently failed jobs older than 30 days are deleted", async () => {
  const { owner } = env.db;
  const add = async (name: string, days: number, attempts: number) => {
    await owner.query(
      "SELECT graphile_worker.add_job('catalogue.sync', '{}', job_key => $1, run_at => now() + interval '1 day')",
      [name],
    );
    // Directly in the queue's table, because its functions set the current time.
    await owner.query("ALTER TABLE graphile_worker._private_jobs DISABLE TRIGGER USER");
    await owner.query(
      "UPDATE graphile_worker._private_jobs SET attempts = $2, updated_at = now() - make_interval(days => $3) WHERE key = $1",
      [name, attempts, days],
    );
    await owner.query("ALTER TABLE graphile_worker._private_jobs ENABLE TRIGGER USER");
  };
  await add("old and failed", 31, 25);
  await add("failed lately", 29, 25);
  await add("old and waiting", 31, 3);
  await env.worker.tasks["platform.sweep"]({});
  const { rows } = await owner.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'catalogue.sync' AND key LIKE '%a%d%' ORDER BY key",
  );
  expect(rows.map(({ key }) => key)).toEqual(["failed lately", "old and waiting"]);
});

test("N62: /metrics has the size of the database, and the usage of its disk if that is on this host", async () => {
  const text = await (await env.createClient().send("GET", "/metrics")).text();
  const bytes = Number(/^boreal_database_bytes (\S+)$/m.exec(text)?.[1]);
  const { size } = await env.db.withSystemRole("a test asks for the size", (tx) =>
    tx.one<{ size: number }>(sql`SELECT pg_database_size(current_database()) AS size`),
  );
  expect(bytes).toBeGreaterThan(size / 2);
  expect(Number(/^boreal_database_disk_used_ratio (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(Number(/^boreal_database_disk_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
});
