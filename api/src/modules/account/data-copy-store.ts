/** SQL of the copies of people's own data. It runs as boreal_system: people belong to no tenant. */
import type { DataCopy } from "#contracts/account.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import type { NotificationRecipient } from "../accounts/security-notifications.ts";

export interface DataCopyRow {
  id: string;
  user_id: string;
  status: DataCopy["status"];
  attempts: number;
  size_bytes: number | null;
  finished_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
}

// Never the file beside them: it may be large.
const columns = sql`id, user_id, status, attempts, size_bytes, finished_at, expires_at, created_at`;

export const toDataCopy = (row: DataCopyRow): DataCopy => ({
  id: row.id,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  sizeBytes: row.size_bytes,
});

export const findNewestCopy = (tx: Tx, userId: string): Promise<DataCopyRow | null> =>
  tx.maybeOne<DataCopyRow>(
    sql`SELECT ${columns} FROM data_copy_request WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );

export const insertCopy = (tx: Tx, id: string, userId: string, now: Date): Promise<DataCopyRow> =>
  tx.one<DataCopyRow>(sql`INSERT INTO data_copy_request (id, user_id, created_at, updated_at)
    VALUES (${id}, ${userId}, ${now}, ${now}) RETURNING ${columns}`);

/** One more attempt, also at what a worker left behind when it died. Null where there is nothing left to do. */
export const startAttempt = (tx: Tx, id: string, now: Date): Promise<DataCopyRow | null> =>
  tx.maybeOne<DataCopyRow>(sql`
    UPDATE data_copy_request SET status = 'running', attempts = attempts + 1, updated_at = ${now}
     WHERE id = ${id} AND status IN ('queued', 'running') RETURNING ${columns}`);

/** False where another attempt has begun since, or the person was erased. The copies before this one go. */
export async function completeAttempt(
  tx: Tx,
  { id, user_id, attempts }: DataCopyRow,
  stored: { file: Uint8Array; sizeBytes: number; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE data_copy_request SET status = 'ready', file = ${Buffer.from(stored.file)}, size_bytes = ${stored.sizeBytes}, finished_at = ${now},
           expires_at = ${stored.expiresAt}, updated_at = ${now}
     WHERE id = ${id} AND status = 'running' AND attempts = ${attempts}`);
  if (done === 0) return false;
  await tx.execute(sql`UPDATE data_copy_request SET status = 'expired', file = NULL, updated_at = ${now}
    WHERE user_id = ${user_id} AND id <> ${id} AND status = 'ready'`);
  return true;
}

/** Back to the queue, or given up. */
export const failAttempt = (
  tx: Tx,
  { id, attempts }: DataCopyRow,
  to: "queued" | "failed",
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    UPDATE data_copy_request SET status = ${to}, finished_at = ${to === "failed" ? now : null}, updated_at = ${now}
     WHERE id = ${id} AND status = 'running' AND attempts = ${attempts}`);

export interface DownloadableCopy {
  id: string;
  /** Null where the link or the file is past its time. */
  file: Buffer | null;
}

/** What the link of a mail leads to, for the person it was sent to. */
export const findCopyByLink = (
  tx: Tx,
  tokenHash: Buffer,
  userId: string,
  now: Date,
): Promise<DownloadableCopy | null> =>
  tx.maybeOne<DownloadableCopy>(sql`
    SELECT d.id, CASE WHEN t.superseded_at IS NULL AND t.expires_at > ${now} AND d.status = 'ready' AND d.expires_at > ${now} THEN d.file END AS file
      FROM action_token t JOIN data_copy_request d ON d.id = (t.payload->>'requestId')::uuid AND d.user_id = t.user_id
     WHERE t.token_hash = ${tokenHash} AND t.purpose = 'data_copy' AND t.user_id = ${userId}`);

/** Nobody is sent a link to an account that is locked or closed. */
export const findRecipient = (tx: Tx, userId: string): Promise<NotificationRecipient> =>
  tx.one<NotificationRecipient>(
    sql`SELECT id, email, first_name, locale, timezone FROM user_account WHERE id = ${userId} AND status = 'active' FOR SHARE`,
  );

/** What is past its week keeps its place in the list, without the file. */
export const deleteExpiredCopies = (tx: Tx, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE data_copy_request SET status = 'expired', file = NULL, updated_at = ${now}
    WHERE status = 'ready' AND expires_at <= ${now}`);
