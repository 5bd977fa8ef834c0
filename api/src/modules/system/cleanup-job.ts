/** Hourly cleanup of expired rows. */
import { expireInvites } from "../invites/revoke-invites.ts";
import { deleteExpiredCopies } from "../account/data-copy-jobs.ts";
import { eraseUnverifiedAccountsBefore } from "../auth/accounts/unverified-accounts.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { enqueue } from "../../core/jobs/jobs.ts";
import type { TaskHandlers } from "../../core/jobs/worker.ts";
import { deleteExpiredRows, deleteFailedJobs } from "./store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An account that is never verified owns nothing and is erased after a week. */
const unverifiedAccountTtlMs = 7 * dayMs;
/** For this long a used or expired link is reported as such. */
const usedLinkRetentionMs = 30 * dayMs;
const failedJobDays = 30;

export function cleanupJobs(parts: {
  db: Database;
  clock: Clock;
}): Pick<TaskHandlers, "platform.sweep"> {
  return {
    "platform.sweep": async () => {
      const now = parts.clock.now();
      const before = (ageMs: number) => new Date(now.getTime() - ageMs);
      await deleteFailedJobs(parts.db, failedJobDays);
      await parts.db.withSystemRole("what is forgotten belongs to every tenant", async (tx) => {
        await deleteExpiredRows(tx, now, {
          dayAgo: before(dayMs),
          usedLinksBefore: before(usedLinkRetentionMs),
        });
        await expireInvites(tx, now);
        await deleteExpiredCopies(tx, now);
        await eraseUnverifiedAccountsBefore(tx, before(unverifiedAccountTtlMs), now);
        await enqueue(
          tx,
          now,
          "platform.sweep",
          {},
          { at: new Date(now.getTime() + hourMs), key: "platform.sweep" },
        );
      });
    },
  };
}
