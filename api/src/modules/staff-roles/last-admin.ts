/** Protects the last active Admin, who can give others access. */
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { lockStaffAdmins, listActiveAdminIds } from "./store.ts";

/**
 * Throws when the user is the only active Admin. Changes that may remove an Admin call this before taking
 * other locks: it serializes them, so that two Admins cannot remove each other.
 */
export async function assertNotLastAdmin(
  tx: Tx,
  userId: string,
  code: "cannot_expire_only_admin" | "cannot_reassign_only_admin" = "cannot_expire_only_admin",
): Promise<void> {
  await lockStaffAdmins(tx);
  if (await isOnlyAdmin(tx, userId)) throw new ProblemError(code);
}

/** Returns the current state without a lock; it may change afterwards. */
export async function isOnlyAdmin(tx: Tx, userId: string): Promise<boolean> {
  const admins = await listActiveAdminIds(tx);
  return admins.length === 1 && admins[0] === userId;
}
