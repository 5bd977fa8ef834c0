/** Somebody has to be able to let others in: the last active Admin stays one. */
import { ProblemError } from "../../core/lib/problem-error.ts";
import { sql, type Tx } from "../../core/db/db.ts";

/**
 * Refuses where nobody else would be an active Admin. Whatever takes an Admin away asks this first, before
 * it locks anything else: such changes wait for each other, so that two Admins cannot remove one another.
 */
export async function assertNotLastAdmin(
  tx: Tx,
  userId: string,
  code: "cannot_expire_only_admin" | "cannot_reassign_only_admin" = "cannot_expire_only_admin",
): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('staff admins', 0))`);
  if (await isOnlyAdmin(tx, userId)) throw new ProblemError(code);
}

/** As things are now; nothing keeps it so. */
export async function isOnlyAdmin(tx: Tx, userId: string): Promise<boolean> {
  const admins = await tx.many<{ user_id: string }>(sql`
    SELECT r.user_id FROM user_staff_role r JOIN user_account u ON u.id = r.user_id AND u.status = 'active'
     WHERE r.staff_role_id = 'Admin' AND r.expired_at IS NULL`);
  return admins.length === 1 && admins[0]?.user_id === userId;
}
