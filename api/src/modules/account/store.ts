/** SQL of the caller's own account. It runs as boreal_system: users belong to no tenant. */
import type { Account } from "#contracts/account.ts";
import type { Locale } from "#contracts/locale.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { isUnpaid } from "../billing/billing-sql.ts";

const updateAccount = async (tx: Tx, userId: string, assignment: Sql, now: Date): Promise<void> => {
  await tx.execute(
    sql`UPDATE user_account SET ${assignment}, updated_at = ${now} WHERE id = ${userId}`,
  );
};

export const setName = (
  tx: Tx,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
) => updateAccount(tx, userId, sql`first_name = ${firstName}, last_name = ${lastName}`, now);

export const setLocale = (tx: Tx, userId: string, locale: Locale, now: Date) =>
  updateAccount(tx, userId, sql`locale = ${locale}`, now);

export const setTimezone = (tx: Tx, userId: string, timezone: string, now: Date) =>
  updateAccount(tx, userId, sql`timezone = ${timezone}`, now);

export const setDob = (tx: Tx, userId: string, dob: string | null, now: Date) =>
  updateAccount(tx, userId, sql`dob = ${dob}`, now);

export const acceptTerms = (
  tx: Tx,
  userId: string,
  { version, ip }: { version: string; ip: string },
  now: Date,
) =>
  updateAccount(
    tx,
    userId,
    sql`tos_version = ${version}, tos_accepted_at = ${now}, tos_ip = ${ip}, is_over_18 = true`,
    now,
  );

export const setReauthenticated = (tx: Tx, sessionId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE session SET reauthenticated_at = ${now} WHERE id = ${sessionId} AND revoked_at IS NULL`,
  );

export interface NewAvatar {
  id: string;
  userId: string;
  image: Uint8Array;
}

/** Replaces the avatar; null removes it. */
export async function replaceAvatar(
  tx: Tx,
  userId: string,
  avatar: NewAvatar | null,
  now: Date,
): Promise<void> {
  await tx.execute(sql`DELETE FROM avatar WHERE user_id = ${userId}`);
  if (avatar !== null)
    await tx.execute(
      sql`INSERT INTO avatar (id, user_id, image, created_at) VALUES (${avatar.id}, ${userId}, ${Buffer.from(avatar.image)}, ${now})`,
    );
  await updateAccount(tx, userId, sql`avatar_id = ${avatar?.id ?? null}`, now);
}

/** Returns an avatar of the viewer, or of a user who shares a workspace with them. Staff see every avatar. */
export const findAvatar = (
  tx: Tx,
  id: string,
  viewer: { userId: string; isStaff: boolean },
): Promise<{ image: Buffer } | null> =>
  tx.maybeOne<{ image: Buffer }>(sql`
    SELECT a.image FROM avatar a
     WHERE a.id = ${id} AND (${viewer.isStaff} OR a.user_id = ${viewer.userId} OR EXISTS (
       SELECT FROM user_workspace_role mine JOIN user_workspace_role theirs ON theirs.workspace_id = mine.workspace_id
        WHERE mine.user_id = ${viewer.userId} AND mine.expired_at IS NULL AND theirs.user_id = a.user_id AND theirs.expired_at IS NULL))`);

/** Reads the whole account page in one statement. */
export async function getAccount(tx: Tx, userId: string, now: Date): Promise<Account> {
  const { account } = await tx.one<{ account: Account }>(sql`
    SELECT json_build_object(
      'dob', to_char(u.dob, 'YYYY-MM-DD'),
      'createdAt', ${isoTimestamp("u.created_at")},
      'pendingEmail', (
        SELECT json_build_object('email', t.payload ->> 'email', 'expiresAt', ${isoTimestamp("t.expires_at")}) FROM action_token t
         WHERE t.user_id = u.id AND t.purpose = 'change_email' AND t.consumed_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > ${now}
         ORDER BY t.created_at DESC LIMIT 1),
      'passwordChangedAt', ${isoTimestamp("u.password_changed_at")},
      'twoFactorEnabledAt', ${isoTimestamp("u.two_factor_enabled_at")},
      'recoveryCodesLeft', (SELECT count(*) FROM recovery_code c WHERE c.user_id = u.id AND c.used_at IS NULL),
      'identities', (
        SELECT coalesce(json_agg(json_build_object('id', i.id, 'provider', i.provider, 'email', i.email_when_linked, 'linkedAt', ${isoTimestamp("i.linked_at")})
          ORDER BY i.linked_at, i.id), '[]') FROM user_identity i WHERE i.user_id = u.id),
      'passkeys', (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'createdAt', ${isoTimestamp("p.created_at")}, 'lastUsedAt', ${isoTimestamp("p.last_used_at")})
          ORDER BY p.created_at, p.id), '[]') FROM passkey p WHERE p.user_id = u.id),
      'dataCopy', (
        SELECT json_build_object('id', d.id, 'status', d.status, 'createdAt', ${isoTimestamp("d.created_at")}, 'finishedAt', ${isoTimestamp("d.finished_at")},
          'expiresAt', ${isoTimestamp("d.expires_at")}, 'sizeBytes', d.size_bytes)
          FROM data_copy_request d WHERE d.user_id = u.id ORDER BY d.created_at DESC, d.id DESC LIMIT 1)) AS account
      FROM user_account u WHERE u.id = ${userId}`);
  return account;
}

export interface OwnedWorkspaceRow {
  handle: string;
  name: string;
  members: number;
  instances: number;
  /** Those that have to be paid first. */
  invoices: number;
}

/**
 * Locks the workspaces the user owns, so that no member joins and no instance is ordered while their blockers
 * are checked.
 */
export const lockOwnedWorkspaces = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(sql`SELECT w.id FROM workspace w JOIN user_workspace_role r ON r.workspace_id = w.id
    WHERE r.user_id = ${userId} AND r.workspace_role_id = 'owner' AND r.expired_at IS NULL ORDER BY w.id FOR UPDATE OF w`);

/** Workspaces the user owns, with how many other members, instances and unpaid invoices each has. */
export const listOwnedWorkspaces = (tx: Tx, userId: string): Promise<OwnedWorkspaceRow[]> =>
  tx.many<OwnedWorkspaceRow>(sql`
    SELECT w.handle, w.name,
           (SELECT count(*) FROM user_workspace_role o WHERE o.workspace_id = w.id AND o.user_id <> ${userId} AND o.expired_at IS NULL) AS members,
           (SELECT count(*) FROM instance i WHERE i.workspace_id = w.id AND i.status <> 'terminated') AS instances,
           (SELECT count(*) FROM invoice d WHERE d.workspace_id = w.id AND ${isUnpaid(sql`d`)}) AS invoices
      FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
     WHERE r.user_id = ${userId} AND r.workspace_role_id = 'owner' AND r.expired_at IS NULL
     ORDER BY w.name, w.id`);

export const deactivateAccount = (
  tx: Tx,
  id: string,
  message: string | null,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE user_account SET status = 'deactivated', deactivate_message = ${message}, updated_at = ${now}
    WHERE id = ${id}`);
