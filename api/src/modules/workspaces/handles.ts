/** Handles and who has had them: one that was given up leads to its workspace for a while, and is nobody else's. */
import { isDatabaseError, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { type ValidationError, fieldError } from "../../core/lib/problem-error.ts";
import { isHandleTaken, setHandle, replaceFormerHandle } from "./store.ts";

const formerHandleReservationMs = 90 * 24 * 3_600_000;

export const handleTakenError = (): ValidationError =>
  fieldError("handle", "taken", { resource: "workspace" });

/** The workspace is held. Its new handle is claimed before its past is looked at: whoever gave it up meanwhile has said so by then. */
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
