/** Erases a user. The id remains without personal data, so that references to it stay valid. */
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { revokeTokensOfUser } from "../tokens/revoke-tokens.ts";

export interface ErasableUser {
  status: "unverified" | "active" | "frozen" | "deactivated" | "deleted";
  /** True for an owner of an active or suspended workspace, which must keep an owner. */
  owns_workspace: boolean;
  staff_role: StaffRoleId | null;
}

export const lockErasableUser = (tx: Tx, id: string): Promise<ErasableUser | null> =>
  tx.maybeOne<ErasableUser>(sql`
    SELECT u.status, EXISTS (
        SELECT FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
         WHERE r.user_id = u.id AND r.workspace_role_id = 'owner' AND r.expired_at IS NULL) AS owns_workspace,
      (SELECT s.staff_role_id FROM user_staff_role s WHERE s.user_id = u.id AND s.expired_at IS NULL) AS staff_role
      FROM user_account u WHERE u.id = ${id} FOR UPDATE OF u`);

/** Keeps the id, the audit events and everything that belongs to workspaces (docs/decisions/0007-user-erasure.md). */
export async function eraseUser(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE user_staff_role SET expired_at = ${now} WHERE user_id = ${id} AND expired_at IS NULL`,
  );
  await tx.execute(
    sql`UPDATE user_workspace_role SET expired_at = ${now} WHERE user_id = ${id} AND expired_at IS NULL`,
  );
  await tx.execute(sql`DELETE FROM project_grant WHERE user_id = ${id}`);
  await tx.execute(
    sql`DELETE FROM invite WHERE email_normalized = (SELECT email_normalized FROM user_account WHERE id = ${id})`,
  );
  await tx.execute(sql`DELETE FROM idempotency_record WHERE principal = ${id}`);
  await tx.execute(sql`DELETE FROM session WHERE user_id = ${id} OR impersonator_id = ${id}
    OR parent_session_id IN (SELECT id FROM session WHERE user_id = ${id})`);
  await revokeTokensOfUser(tx, id, null, now);
  await tx.execute(sql`DELETE FROM action_token WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM known_device WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM recovery_code WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM passkey WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM user_identity WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM avatar WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM data_copy_request WHERE user_id = ${id}`);
  // Lists show "Deleted user" as the name.
  await tx.execute(sql`
    UPDATE user_account SET status = 'deleted', first_name = 'Deleted', last_name = 'user', email = '', email_normalized = id::text, email_verified_at = NULL,
      previous_email = NULL, email_changed_at = NULL, password_hash = NULL, password_changed_at = NULL, must_change_password = false,
      deactivate_message = NULL, dob = NULL, locale = 'en', timezone = 'UTC', tos_ip = NULL, two_factor_enabled_at = NULL, totp_secret = NULL,
      totp_last_used_step = NULL, avatar_id = NULL, credential_version = credential_version + 1, updated_at = ${now}
     WHERE id = ${id}`);
}
