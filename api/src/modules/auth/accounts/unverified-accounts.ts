/** Accounts whose address nobody has proven: they own nothing, and may be forgotten. */
import { type Sql, sql, type Tx } from "../../../core/db/db.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import { deleteKnownDevices } from "../sign-in/known-devices.ts";
import type { NewOauthAccount } from "../oauth/oauth-store.ts";
import { disableTwoFactor } from "../two-factor/two-factor.ts";
import { revokeAllSessions } from "../sessions/sessions.ts";

/** Of those that `which` names. The row stays without anything of the person, for the record that points to it. */
export async function eraseUnverifiedAccounts(tx: Tx, which: Sql, now: Date): Promise<void> {
  const selected = sql`SELECT id FROM user_account WHERE status = 'unverified' AND ${which}`;
  await tx.execute(sql`DELETE FROM action_token WHERE user_id IN (${selected})`);
  await tx.execute(sql`DELETE FROM recovery_code WHERE user_id IN (${selected})`);
  await tx.execute(sql`UPDATE user_account SET status = 'deleted', email = '', email_key = id::text, first_name = '', last_name = '',
      password_hash = NULL, totp_secret = NULL, two_factor_enabled_at = NULL, dob = NULL, tos_ip = NULL, updated_at = ${now}
    WHERE id IN (${selected})`);
}

/** A link from an email verifies the address and unlocks a locked account. An account verified this way loses its factors. */
export async function verifyEmailByReset(
  tx: Tx,
  { id }: Pick<AccountRow, "id">,
  now: Date,
): Promise<void> {
  const unproven = await tx.maybeOne(
    sql`SELECT FROM user_account WHERE id = ${id} AND email_verified_at IS NULL`,
  );
  await tx.execute(sql`UPDATE user_account SET status = 'active', email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
    WHERE id = ${id}`);
  if (unproven !== null) await forgetFactors(tx, id, now);
}

/**
 * Removes every way to sign in except the password, and every known browser. For an account that nobody had verified:
 * whoever set them up need not own the mailbox.
 */
async function forgetFactors(tx: Tx, id: string, now: Date): Promise<void> {
  await disableTwoFactor(tx, id, now);
  await tx.execute(sql`DELETE FROM passkey WHERE user_id = ${id}`);
  await tx.execute(sql`DELETE FROM user_identity WHERE user_id = ${id}`);
  await deleteKnownDevices(tx, id);
}

/**
 * An account nobody had proven belongs to whoever proves the address: nothing that whoever signed up
 * with it first has set, agreed to or been sent works any more.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  user: Omit<NewOauthAccount, "emailKey">,
): Promise<void> {
  const { id, at } = user;
  await tx.execute(sql`
    UPDATE user_account SET email = ${user.email}, email_verified_at = ${at}, status = 'active', password_hash = NULL,
      password_changed_at = NULL, must_change_password = false, first_name = ${user.firstName}, last_name = ${user.lastName}, dob = NULL,
      avatar_id = NULL, locale = ${user.locale}, is_over_18 = false, tos_version = NULL, tos_accepted_at = NULL, tos_ip = NULL
     WHERE id = ${id}`);
  await forgetFactors(tx, id, at);
  await tx.execute(sql`DELETE FROM avatar WHERE user_id = ${id}`);
  await tx.execute(sql`UPDATE action_token SET superseded_at = ${at}
    WHERE user_id = ${id} AND consumed_at IS NULL AND superseded_at IS NULL`);
  await revokeAllSessions(tx, id, "taken_over", at);
}
