/** Checks alert thresholds: all of them every few minutes, and one after an order of its workspace. */
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { alertCheck } from "../billing/alert-check.ts";
import { listDueThresholds } from "../billing/alert-threshold.ts";
import { calendarMonth } from "../billing/expenditure.ts";
import { type AlertDeps, checkThreshold } from "./check-threshold.ts";

const intervalMs = 5 * 60_000;
const batch = 200;
const systemReason = "thresholds of every tenant are checked";

interface CheckDeps extends AlertDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const alertCheckJob = job(alertCheck, ({ db, clock, ...deps }: CheckDeps, { workspaceId }) =>
  db.withSystemRole(systemReason, (tx) => checkThreshold(tx, deps, workspaceId, clock.now())),
);

export const alertChecks = defineJob("billing.check_alerts", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

/** Each workspace has a transaction of its own, so that one that fails does not hold back the others. */
export const alertChecksJob = job(alertChecks, async ({ db, clock, ...deps }: CheckDeps) => {
  let after: string | null = null;
  for (;;) {
    const now = clock.now();
    const month = { from: calendarMonth(now).start, now };
    const due: string[] = await db.withSystemRole(systemReason, (tx) =>
      listDueThresholds(tx, month, after, batch),
    );
    for (const workspaceId of due)
      await db.withSystemRole(systemReason, (tx) => checkThreshold(tx, deps, workspaceId, now));
    after = due.at(-1) ?? null;
    if (due.length < batch) return;
  }
});
