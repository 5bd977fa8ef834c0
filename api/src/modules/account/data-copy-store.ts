/** SQL of data copies. It runs as boreal_system: users belong to no tenant. */
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

// The file is not selected, because it may be large.
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

/**
 * Starts another attempt, also on a request left running by a crashed worker. Returns null when nothing is
 * left to do.
 */
export const startAttempt = (tx: Tx, id: string, now: Date): Promise<DataCopyRow | null> =>
  tx.maybeOne<DataCopyRow>(sql`
    UPDATE data_copy_request SET status = 'running', attempts = attempts + 1, updated_at = ${now}
     WHERE id = ${id} AND status IN ('queued', 'running') RETURNING ${columns}`);

/**
 * Returns false when another attempt has started since, or the user was erased. Expires the user's earlier
 * copies.
 */
export async function completeAttempt(
  tx: Tx,
  { id, user_id, attempts }: DataCopyRow,
  stored: { file: Uint8Array; sizeBytes: number; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE data_copy_request SET status = 'ready', archive = ${Buffer.from(stored.file)}, size_bytes = ${stored.sizeBytes}, finished_at = ${now},
           expires_at = ${stored.expiresAt}, updated_at = ${now}
     WHERE id = ${id} AND status = 'running' AND attempts = ${attempts}`);
  if (done === 0) return false;
  await tx.execute(sql`UPDATE data_copy_request SET status = 'expired', archive = NULL, updated_at = ${now}
    WHERE user_id = ${user_id} AND id <> ${id} AND status = 'ready'`);
  return true;
}

/** Queues the request again, or marks it as failed. */
export const endAttempt = (
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
  /** Null when the link or the file has expired. */
  file: Buffer | null;
}

/** Returns the copy that the link in an email points to, for the user it was sent to. */
export const findCopyByLink = (
  tx: Tx,
  tokenHash: Buffer,
  userId: string,
  now: Date,
): Promise<DownloadableCopy | null> =>
  tx.maybeOne<DownloadableCopy>(sql`
    SELECT d.id, CASE WHEN t.revoked_at IS NULL AND t.expires_at > ${now} AND d.status = 'ready' AND d.expires_at > ${now} THEN d.archive END AS file
      FROM action_token t JOIN data_copy_request d ON d.id = (t.payload->>'requestId')::uuid AND d.user_id = t.user_id
     WHERE t.token_hash = ${tokenHash} AND t.purpose = 'data_copy' AND t.user_id = ${userId}`);

/** Returns a recipient only for an active account, so that no link is sent to a locked or deactivated one. */
export const findRecipient = (tx: Tx, userId: string): Promise<NotificationRecipient> =>
  tx.one<NotificationRecipient>(
    sql`SELECT id, email, first_name, locale, timezone FROM user_account WHERE id = ${userId} AND status = 'active' FOR SHARE`,
  );

/** Removes the files of expired copies; their rows stay in the list. */
export const expireDataCopies = (tx: Tx, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE data_copy_request SET status = 'expired', archive = NULL, updated_at = ${now}
    WHERE status = 'ready' AND expires_at <= ${now}`);
