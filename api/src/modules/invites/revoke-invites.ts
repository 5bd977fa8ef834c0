/** Invitations that end otherwise than by being accepted. It runs as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";

/** Whoever was locked out may have been somebody else when they asked. */
export async function revokeInvitesSentBy(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'revoked', updated_at = ${now}
    WHERE invited_by = ${userId} AND status = 'pending'`);
}

/** Nobody here has the address any more; whoever gets it next was not meant. */
export async function revokeInvitesForEmail(tx: Tx, emailKey: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'revoked', updated_at = ${now}
    WHERE email_key = ${emailKey} AND status = 'pending'`);
}

/** Whoever lost the right to invite invites nobody any more; the new owner may send them again. */
export async function expireInvitesSentBy(
  tx: Tx,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'expired', expires_at = least(expires_at, ${now}), updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND invited_by = ${userId} AND status = 'pending'`);
}

export async function expireInvites(tx: Tx, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE invite SET status = 'expired', updated_at = ${now} WHERE status = 'pending' AND expires_at <= ${now}`,
  );
}
