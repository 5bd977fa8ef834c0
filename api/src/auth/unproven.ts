/** Accounts whose address nobody has proven: they own nothing, and may be forgotten. */
import { type Sql, sql, type Tx } from "../core/db.ts";
import type { AccountRow } from "./accounts.ts";

/** Of those that `which` names. The row stays without anything of the person, for the record that points to it. */
export async function forgetUnproven(tx: Tx, which: Sql, now: Date): Promise<void> {
  const chosen = sql`SELECT id FROM user_account WHERE status = 'unverified' AND ${which}`;
  await tx.run(sql`DELETE FROM action_token WHERE user_id IN (${chosen})`);
  await tx.run(sql`DELETE FROM recovery_code WHERE user_id IN (${chosen})`);
  await tx.run(sql`UPDATE user_account SET status = 'deleted', email = '', email_key = id::text, first_name = '', last_name = '',
      password_hash = NULL, totp_secret = NULL, two_factor_enabled_at = NULL, dob = NULL, tos_ip = NULL, updated_at = ${now}
    WHERE id IN (${chosen})`);
}

/**
 * A link from a mail proves the address, and opens what was frozen. Of an account nobody had proven
 * before, the second factor is that of whoever signed up, which need not be whoever has the mailbox.
 */
export async function proveByReset(
  tx: Tx,
  { id, status }: Pick<AccountRow, "id" | "status">,
  now: Date,
): Promise<void> {
  await tx.run(sql`UPDATE user_account SET status = 'active', email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
    WHERE id = ${id}`);
  if (status !== "unverified") return;
  await tx.run(
    sql`UPDATE user_account SET two_factor_enabled_at = NULL, totp_secret = NULL, totp_last_step = NULL WHERE id = ${id}`,
  );
  await tx.run(sql`DELETE FROM recovery_code WHERE user_id = ${id}`);
}
