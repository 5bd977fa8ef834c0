import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { scheduleRecurringJobs } from "../../worker-tasks.ts";
import { sql } from "../db/db.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const scheduledJobs = () =>
  env.db.withSystemRole("a test reads the schedule", (tx) =>
    tx.many<{ task: string; key: string; due: Date }>(
      sql`SELECT task, key, due_at AS due FROM scheduled_job ORDER BY key`,
    ),
  );
/** Keys of the jobs that are due; those are in the queue itself. */
const queuedKeys = async () => {
  const { rows } = await env.db.owner.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs ORDER BY key",
  );
  return rows.map(({ key }) => key);
};

const expected = [
  "audit.seal",
  "catalogue.sync kajaani",
  "catalogue.sync keflavik",
  "catalogue.sync lulea",
  "instances.reconcile kajaani",
  "instances.reconcile keflavik",
  "instances.reconcile lulea",
  "platform.sweep",
];

test("a start enqueues one run of each recurring job, and a second start adds none", async () => {
  await scheduleRecurringJobs(env);
  await scheduleRecurringJobs(env);
  expect(await queuedKeys()).toEqual(expected);
});

test("each run enqueues the next at its interval", async () => {
  await env.runDueJobs();
  const now = env.clock.now().getTime();
  const seconds = (await scheduledJobs()).map(({ key, due }) => [
    key,
    (due.getTime() - now) / 1000,
  ]);
  expect(seconds.filter(([key]) => key !== "audit.seal")).toEqual([
    ["catalogue.sync kajaani", 60],
    ["catalogue.sync keflavik", 60],
    ["catalogue.sync lulea", 60],
    ["instances.reconcile kajaani", 30],
    ["instances.reconcile keflavik", 30],
    ["instances.reconcile lulea", 30],
    ["platform.sweep", 3600],
  ]);
});
