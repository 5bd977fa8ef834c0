/** Handles and who has had them: one that was given up leads to its workspace for a while, and is nobody else's. */
import { isDatabaseError, sql, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { type ValidationError, fieldError } from "../../core/http/problem-error.ts";

const formerHandleReservationMs = 90 * 24 * 3_600_000;

export const handleTakenError = (): ValidationError =>
  fieldError("handle", "taken", { resource: "workspace" });

/** Whether somebody has it, or had it lately. `but` may have it back. */
export async function isHandleTaken(
  tx: Tx,
  handle: string,
  now: Date,
  but: string | null = null,
): Promise<boolean> {
  const found = await tx.maybeOne(sql`
    SELECT FROM workspace WHERE handle = ${handle} AND id IS DISTINCT FROM ${but}::uuid
    UNION ALL
    SELECT FROM workspace_handle WHERE handle = ${handle} AND expires_at > ${now} AND workspace_id IS DISTINCT FROM ${but}::uuid`);
  return found !== null;
}

/** The workspace is held. Its new handle is claimed before its past is looked at: whoever gave it up meanwhile has said so by then. */
export async function renameHandle(
  tx: Tx,
  { id, from, to, now }: { id: string; from: string; to: string; now: Date },
): Promise<void> {
  try {
    await tx.execute(sql`UPDATE workspace SET handle = ${to} WHERE id = ${id}`);
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "workspace_handle_key")) throw handleTakenError();
    throw error;
  }
  if (await isHandleTaken(tx, to, now, id)) throw handleTakenError();
  await tx.execute(sql`DELETE FROM workspace_handle WHERE workspace_id = ${id} AND handle = ${to}`);
  await tx.execute(sql`
    INSERT INTO workspace_handle (workspace_id, handle, given_up_at, expires_at)
    VALUES (${id}, ${from}, ${now}, ${new Date(now.getTime() + formerHandleReservationMs)})
    ON CONFLICT (workspace_id, handle) DO UPDATE SET given_up_at = excluded.given_up_at, expires_at = excluded.expires_at`);
}
