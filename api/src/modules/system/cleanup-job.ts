/** Upkeep: what is old enough to be forgotten. */
import { deleteExpiredCopies } from "../account/data-copy-jobs.ts";
import { eraseUnverifiedAccounts } from "../auth/accounts/unverified-accounts.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { type Database, sql } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { expireInvites } from "../invites/revoke-invites.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An account never verified owns nothing and is forgotten after a week. */
const unverifiedAccountTtlMs = 7 * dayMs;
/** For as long a link that was used or is too old says which of the two it is. */
const usedLinkRetentionMs = 30 * dayMs;
const failedJobDays = 30;

interface CleanupDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const cleanupJob = job(
  defineJob("platform.sweep", NoPayload, { each: "platform", next: every(hourMs) }),
  async (deps: CleanupDeps) => {
    const now = deps.clock.now();
    const before = (ageMs: number) => new Date(now.getTime() - ageMs);
    await forgetFailedJobs(deps.db);
    await deps.db.withSystemRole("what is forgotten belongs to every tenant", async (tx) => {
      await tx.execute(sql`DELETE FROM idempotency_record WHERE created_at < ${before(dayMs)}`);
      await tx.execute(
        sql`DELETE FROM throttle WHERE window_start < ${before(dayMs)} AND coalesce(blocked_until, window_start) < ${now}`,
      );
      await tx.execute(sql`DELETE FROM used_nonce WHERE expires_at <= ${now}`);
      await tx.execute(sql`DELETE FROM known_device WHERE expires_at <= ${now}`);
      // Attempts to sign in that came to nothing; the codes mailed for them go with them.
      await tx.execute(
        sql`DELETE FROM session WHERE auth_type = 'login-attempt' AND expires_at < ${before(dayMs)}`,
      );
      await tx.execute(sql`DELETE FROM email_otp WHERE expires_at <= ${before(dayMs)}`);
      await tx.execute(
        sql`DELETE FROM action_token WHERE expires_at < ${before(usedLinkRetentionMs)}`,
      );
      await expireInvites(tx, now);
      await tx.execute(sql`DELETE FROM workspace_handle WHERE expires_at <= ${now}`);
      await deleteExpiredCopies(tx, now);
      await eraseUnverifiedAccounts(tx, sql`created_at < ${before(unverifiedAccountTtlMs)}`, now);
    });
  },
);

/** Jobs that failed to the end are kept for whoever looks for the cause. The queue's times are PostgreSQL's own. */
async function forgetFailedJobs(db: Database): Promise<void> {
  await db.owner.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - make_interval(days => $1)`,
    [failedJobDays],
  );
}
