/** SQL of the hourly cleanup. It runs as boreal_system: the rows belong to every tenant. */
import { type Tx, sql, type Database } from "../../core/db/db.ts";

export async function deleteExpiredRows(
  tx: Tx,
  now: Date,
  { dayAgo, usedLinksBefore }: { dayAgo: Date; usedLinksBefore: Date },
): Promise<void> {
  await tx.execute(sql`DELETE FROM idempotency_record WHERE created_at < ${dayAgo}`);
  await tx.execute(
    sql`DELETE FROM throttle WHERE window_start < ${dayAgo} AND coalesce(blocked_until, window_start) < ${now}`,
  );
  await tx.execute(sql`DELETE FROM used_nonce WHERE expires_at <= ${now}`);
  await tx.execute(sql`DELETE FROM known_device WHERE expires_at <= ${now}`);
  // Unfinished login attempts; the codes that were sent for them are deleted with them.
  await tx.execute(
    sql`DELETE FROM session WHERE auth_type = 'login-attempt' AND expires_at < ${dayAgo}`,
  );
  await tx.execute(sql`DELETE FROM email_otp WHERE expires_at <= ${dayAgo}`);
  await tx.execute(sql`DELETE FROM action_token WHERE expires_at < ${usedLinksBefore}`);
  await tx.execute(sql`DELETE FROM workspace_former_handle WHERE expires_at <= ${now}`);
}

/**
 * Deletes jobs that failed more than `days` ago; until then staff can look for the cause. The queue uses
 * PostgreSQL's clock.
 */
export async function deleteFailedJobs(db: Database, days: number): Promise<void> {
  await db.owner.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
      WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - make_interval(days => $1)`,
    [days],
  );
}
