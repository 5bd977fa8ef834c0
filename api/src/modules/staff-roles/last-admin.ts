/** Somebody has to be able to let others in: the last active Admin stays one. */
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { lockStaffAdmins, listActiveAdminIds } from "./store.ts";

/**
 * Refuses where nobody else would be an active Admin. Whatever takes an Admin away asks this first, before
 * it locks anything else: such changes wait for each other, so that two Admins cannot remove one another.
 */
export async function assertNotLastAdmin(
  tx: Tx,
  userId: string,
  code: "cannot_expire_only_admin" | "cannot_reassign_only_admin" = "cannot_expire_only_admin",
): Promise<void> {
  await lockStaffAdmins(tx);
  if (await isOnlyAdmin(tx, userId)) throw new ProblemError(code);
}

/** As things are now; nothing keeps it so. */
export async function isOnlyAdmin(tx: Tx, userId: string): Promise<boolean> {
  const admins = await listActiveAdminIds(tx);
  return admins.length === 1 && admins[0] === userId;
}
