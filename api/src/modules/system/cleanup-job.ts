/** Hourly cleanup of expired rows. */
import { expireDataCopies } from "../account/data-copy-jobs.ts";
import { eraseUnverifiedAccountsBefore } from "../auth/accounts/unverified-accounts.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { deleteExpiredRows, deleteFailedJobs } from "./store.ts";
import { NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { deleteOldFindings } from "../infrastructure/findings.ts";
import { expireInvites } from "../invites/revoke-invites.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An account that is never verified owns nothing and is erased after a week. */
const unverifiedAccountTtlMs = 7 * dayMs;
/** Within this period, a link still reports whether it was used or expired. */
const usedLinkRetentionMs = 30 * dayMs;
const failedJobDays = 30;

interface CleanupDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const cleanupJob = job(
  defineJob("platform.sweep", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + hourMs),
  }),
  async ({ db, clock }: CleanupDeps) => {
    const now = clock.now();
    const before = (ageMs: number) => new Date(now.getTime() - ageMs);
    await deleteFailedJobs(db, failedJobDays);
    await db.withSystemRole("expired rows belong to every tenant", async (tx) => {
      await deleteExpiredRows(tx, now, {
        dayAgo: before(dayMs),
        usedLinksBefore: before(usedLinkRetentionMs),
      });
      await expireInvites(tx, now);
      await expireDataCopies(tx, now);
      await deleteOldFindings(tx, now);
      await eraseUnverifiedAccountsBefore(tx, before(unverifiedAccountTtlMs), now);
    });
  },
);
