/** SQL of accounts. It runs as boreal_system: before sign-in there is no tenant. */
import { sql, type Tx } from "../../core/db/db.ts";
import type { Locale } from "#contracts/locale.ts";
import type { StaffRoleId } from "#contracts/roles.ts";

export interface AccountRow {
  id: string;
  email: string;
  password_hash: string | null;
  status: "unverified" | "active" | "frozen" | "deactivated";
  first_name: string;
  last_name: string;
  locale: Locale;
  timezone: string;
  two_factor: boolean;
  has_passkeys: boolean;
  must_accept_terms: boolean;
  must_change_password: boolean;
  avatar_id: string | null;
  credential_version: number;
  created_at: Date;
  staff_role: StaffRoleId | null;
}

const columns = sql`u.id, u.email, u.password_hash, u.status, u.first_name, u.last_name, u.locale, u.timezone,
  u.two_factor_enabled_at IS NOT NULL AS two_factor, EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkeys,
  u.tos_accepted_at IS NULL AS must_accept_terms, u.must_change_password, u.avatar_id, u.credential_version, u.created_at,
  (SELECT staff_role_id FROM user_staff_role s WHERE s.user_id = u.id AND s.expired_at IS NULL) AS staff_role`;

export const findAccount = (tx: Tx, emailKey: string): Promise<AccountRow | null> =>
  tx.maybeOne<AccountRow>(
    sql`SELECT ${columns} FROM user_account u WHERE u.email_normalized = ${emailKey} AND u.status <> 'deleted'`,
  );

export const findAccountById = (tx: Tx, id: string): Promise<AccountRow | null> =>
  tx.maybeOne<AccountRow>(
    sql`SELECT ${columns} FROM user_account u WHERE u.id = ${id} AND u.status <> 'deleted'`,
  );

/**
 * Locks the account FOR NO KEY UPDATE until the transaction ends, which serializes session counting per
 * account. Unlike FOR UPDATE it does not conflict with the FOR KEY SHARE locks of inserts that reference the
 * account, which would risk a deadlock.
 */
export const lockAccount = (tx: Tx, id: string): Promise<AccountRow | null> =>
  tx.maybeOne<AccountRow>(
    sql`SELECT ${columns} FROM user_account u WHERE u.id = ${id} AND u.status <> 'deleted' FOR NO KEY UPDATE OF u`,
  );

export interface NewAccount {
  id: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  dob: string | null;
  locale: Locale;
  timezone: string;
  tosVersion: string;
  ip: string;
  at: Date;
}

/** Returns false when the email address is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const created = await tx.execute(sql`
    INSERT INTO user_account (id, email, email_normalized, password_hash, password_changed_at, first_name, last_name, dob, locale, timezone,
      is_over_18, tos_version, tos_accepted_at, tos_ip, created_at, updated_at)
    VALUES (${account.id}, ${account.email}, ${account.emailKey}, ${account.passwordHash}, ${account.at}, ${account.firstName},
      ${account.lastName}, ${account.dob}, ${account.locale}, ${account.timezone}, true, ${account.tosVersion}, ${account.at}, ${account.ip},
      ${account.at}, ${account.at})
    ON CONFLICT (email_normalized) WHERE status <> 'deleted' DO NOTHING`);
  return created === 1;
}

export async function setPassword(tx: Tx, id: string, hash: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE user_account SET password_hash = ${hash}, password_changed_at = ${now}, must_change_password = false,
    updated_at = ${now} WHERE id = ${id}`);
}

export const markEmailVerified = (tx: Tx, userId: string, now: Date): Promise<AccountRow | null> =>
  tx.maybeOne<AccountRow>(sql`
    UPDATE user_account u SET email_verified_at = ${now}, status = 'active', updated_at = ${now}
     WHERE u.id = ${userId} AND u.status = 'unverified' RETURNING ${columns}`);

/** Returns false when the session was revoked, or was created before all sessions of the account were revoked. */
export const isSessionCurrent = async (
  tx: Tx,
  sessionId: string,
  authEpoch: number,
): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM session WHERE id = ${sessionId} AND revoked_at IS NULL AND credential_version = ${authEpoch}`,
  )) !== null;

/** Stores a new hash of the same password, and whether the password must be changed. */
export async function setPasswordHash(
  tx: Tx,
  id: string,
  hash: string | null,
  mustChange: boolean,
): Promise<void> {
  await tx.execute(
    sql`UPDATE user_account SET password_hash = ${hash}, must_change_password = ${mustChange} WHERE id = ${id}`,
  );
}
