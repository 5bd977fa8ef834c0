/** Workspace handles. A former handle redirects to its workspace for a while, and is reserved during that time. */
import { isDatabaseError, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { type ValidationError, fieldError } from "../../core/lib/problem-error.ts";
import { isHandleTaken, setHandle, replaceFormerHandle } from "./store.ts";

const formerHandleReservationMs = 90 * 24 * 3_600_000;

export const handleTakenError = (): ValidationError =>
  fieldError("handle", "taken", { resource: "workspace" });

/**
 * The caller holds the lock of the workspace. The new handle is claimed before former handles are checked, so
 * a concurrent release of the handle is visible.
 */
export async function renameHandle(
  tx: Tx,
  { id, from, to, now }: { id: string; from: string; to: string; now: Date },
): Promise<void> {
  try {
    await setHandle(tx, id, to);
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation, "workspace_handle_key")) throw handleTakenError();
    throw error;
  }
  if (await isHandleTaken(tx, to, now, id)) throw handleTakenError();
  const expiresAt = new Date(now.getTime() + formerHandleReservationMs);
  await replaceFormerHandle(tx, { id, from, to, now, expiresAt });
}
