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
  "billing.check_alerts",
  "billing.check_budgets",
  "billing.check_ledger",
  "billing.close_months",
  "billing.deliver_documents",
  "billing.dunning",
  "billing.expiry_notices",
  "billing.lift_suspensions",
  "billing.recheck_vat_ids",
  "billing.roll_up_usage",
  "catalogue.sync kajaani",
  "catalogue.sync keflavik",
  "catalogue.sync lulea",
  "catalogue.sync_bare_metal kajaani",
  "catalogue.sync_bare_metal keflavik",
  "catalogue.sync_bare_metal lulea",
  "catalogue.sync_volumes kajaani",
  "catalogue.sync_volumes keflavik",
  "catalogue.sync_volumes lulea",
  "instances.reconcile kajaani",
  "instances.reconcile keflavik",
  "instances.reconcile lulea",
  "instances.reconcile_bare_metal kajaani",
  "instances.reconcile_bare_metal keflavik",
  "instances.reconcile_bare_metal lulea",
  "payments.automatic_top_up",
  "payments.check_provider",
  "payments.collect",
  "payments.reconcile",
  "payments.reconcile_refunds",
  "payments.reconcile_reversals",
  "platform.sweep",
  "queue.start",
  "webhooks.balance",
  "webhooks.due",
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
    ["billing.check_alerts", 300],
    ["billing.check_budgets", 300],
    ["billing.check_ledger", 86_400],
    ["billing.close_months", 3600],
    ["billing.deliver_documents", 60],
    ["billing.dunning", 600],
    ["billing.expiry_notices", 3600],
    ["billing.lift_suspensions", 30],
    ["billing.recheck_vat_ids", 86_400],
    ["billing.roll_up_usage", 600],
    ["catalogue.sync kajaani", 60],
    ["catalogue.sync keflavik", 60],
    ["catalogue.sync lulea", 60],
    ["catalogue.sync_bare_metal kajaani", 60],
    ["catalogue.sync_bare_metal keflavik", 60],
    ["catalogue.sync_bare_metal lulea", 60],
    ["catalogue.sync_volumes kajaani", 300],
    ["catalogue.sync_volumes keflavik", 300],
    ["catalogue.sync_volumes lulea", 300],
    ["instances.reconcile kajaani", 30],
    ["instances.reconcile keflavik", 30],
    ["instances.reconcile lulea", 30],
    ["instances.reconcile_bare_metal kajaani", 120],
    ["instances.reconcile_bare_metal keflavik", 120],
    ["instances.reconcile_bare_metal lulea", 120],
    ["payments.automatic_top_up", 60],
    ["payments.check_provider", 86_400],
    ["payments.collect", 60],
    ["payments.reconcile", 60],
    ["payments.reconcile_refunds", 60],
    ["payments.reconcile_reversals", 21_600],
    ["platform.sweep", 3600],
    ["queue.start", 15],
    ["webhooks.balance", 600],
    ["webhooks.due", 20],
  ]);
});
