/** SQL of verification, email changes and frozen accounts. It runs as boreal_system. */
import { type Sql, sql, type Tx } from "../../../core/db/db.ts";
import type { NewOauthAccount } from "../oauth/store.ts";

export const freezeAccount = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE user_account SET status = 'frozen', updated_at = ${now} WHERE id = ${id}`);

/** Deletes those added at `since` or later; all of them when `since` is null. */
export async function deletePasskeysAndIdentities(
  tx: Tx,
  userId: string,
  since: Date | null,
): Promise<void> {
  const from = sql`coalesce(${since}::timestamptz, '-infinity')`;
  await tx.execute(sql`DELETE FROM passkey WHERE user_id = ${userId} AND created_at >= ${from}`);
  await tx.execute(
    sql`DELETE FROM user_identity WHERE user_id = ${userId} AND linked_at >= ${from}`,
  );
}

/** Keeps the row without personal data, because audit events refer to it. */
async function eraseUnverifiedAccounts(tx: Tx, which: Sql, now: Date): Promise<void> {
  const selected = sql`SELECT id FROM user_account WHERE status = 'unverified' AND ${which}`;
  await tx.execute(sql`DELETE FROM action_token WHERE user_id IN (${selected})`);
  await tx.execute(sql`DELETE FROM recovery_code WHERE user_id IN (${selected})`);
  await tx.execute(sql`UPDATE user_account SET status = 'deleted', email = '', email_normalized = id::text, first_name = '', last_name = '',
      password_hash = NULL, totp_secret = NULL, two_factor_enabled_at = NULL, dob = NULL, tos_ip = NULL, updated_at = ${now}
    WHERE id IN (${selected})`);
}

/** Erases the account with this email address if it is unverified. */
export const eraseUnverifiedAccount = (tx: Tx, emailKey: string, now: Date): Promise<void> =>
  eraseUnverifiedAccounts(tx, sql`email_normalized = ${emailKey}`, now);

export const eraseUnverifiedAccountsBefore = (
  tx: Tx,
  createdBefore: Date,
  now: Date,
): Promise<void> => eraseUnverifiedAccounts(tx, sql`created_at < ${createdBefore}`, now);

/** Activates the account and verifies its email address. Returns true when it was not verified before. */
export async function activateAccount(tx: Tx, id: string, now: Date): Promise<boolean> {
  const unverified = await tx.maybeOne(
    sql`SELECT FROM user_account WHERE id = ${id} AND email_verified_at IS NULL`,
  );
  await tx.execute(sql`UPDATE user_account SET status = 'active', email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
    WHERE id = ${id}`);
  return unverified !== null;
}

/** Replaces the sign-up data with the profile of the OAuth provider. */
export async function resetUnverifiedAccount(
  tx: Tx,
  user: Omit<NewOauthAccount, "emailKey">,
): Promise<void> {
  const { id, at } = user;
  await tx.execute(sql`
    UPDATE user_account SET email = ${user.email}, email_verified_at = ${at}, status = 'active', password_hash = NULL,
      password_changed_at = NULL, must_change_password = false, first_name = ${user.firstName}, last_name = ${user.lastName}, dob = NULL,
      avatar_id = NULL, locale = ${user.locale}, is_over_18 = false, tos_version = NULL, tos_accepted_at = NULL, tos_ip = NULL
     WHERE id = ${id}`);
  await tx.execute(sql`DELETE FROM avatar WHERE user_id = ${id}`);
}

export async function getEmailKey(tx: Tx, userId: string): Promise<string> {
  const { email_normalized } = await tx.one<{ email_normalized: string }>(
    sql`SELECT email_normalized FROM user_account WHERE id = ${userId}`,
  );
  return email_normalized;
}

/** Returns the email address before a change made after `since`; null when there was no such change. */
export async function findPreviousEmail(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<string | null> {
  const recent = await tx.maybeOne<{ previous_email: string }>(
    sql`SELECT previous_email FROM user_account WHERE id = ${userId} AND email_changed_at > ${since} AND previous_email IS NOT NULL`,
  );
  return recent?.previous_email ?? null;
}

const isEmailFree = (key: string) => sql`NOT EXISTS (
  SELECT FROM user_account o WHERE o.email_normalized = ${key} AND o.status <> 'deleted' AND o.id <> u.id)`;

/**
 * Returns false when another account has the email address. Keeps a previous email address that was stored
 * after `since`.
 */
export async function updateEmail(
  tx: Tx,
  to: { userId: string; email: string; key: string; since: Date; now: Date },
): Promise<boolean> {
  const { userId, email, key, since, now } = to;
  const updated = await tx.execute(sql`
    UPDATE user_account u SET email = ${email}, email_normalized = ${key}, email_verified_at = ${now}, email_changed_at = ${now}, updated_at = ${now},
        previous_email = CASE WHEN u.email_changed_at > ${since} AND u.previous_email IS NOT NULL THEN u.previous_email ELSE u.email END
     WHERE u.id = ${userId} AND ${isEmailFree(key)}`);
  return updated === 1;
}

/** Returns false when another account has the email address. */
export async function restoreEmail(
  tx: Tx,
  to: { userId: string; email: string; key: string; now: Date },
): Promise<boolean> {
  const { userId, email, key, now } = to;
  const updated = await tx.execute(sql`
    UPDATE user_account u SET email = ${email}, email_normalized = ${key}, previous_email = NULL, email_changed_at = NULL, updated_at = ${now}
     WHERE u.id = ${userId} AND ${isEmailFree(key)}`);
  return updated === 1;
}
