/** SQL of TOTP secrets and recovery codes. */
import { sql, type Tx } from "../../../core/db/db.ts";

export async function saveTotpSecret(
  tx: Tx,
  userId: string,
  secret: Buffer,
  lastStep: number,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE user_account SET two_factor_enabled_at = ${now}, totp_secret = ${secret}, totp_last_used_step = ${lastStep}, updated_at = ${now}
     WHERE id = ${userId}`);
}

export async function deleteTotpSecret(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE user_account SET two_factor_enabled_at = NULL, totp_secret = NULL, totp_last_used_step = NULL, updated_at = ${now}
     WHERE id = ${userId}`);
}

export const insertRecoveryCode = (
  tx: Tx,
  id: string,
  userId: string,
  hash: Buffer,
): Promise<number> =>
  tx.execute(
    sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${id}, ${userId}, ${hash})`,
  );

/** Returns true when the code existed and was unused. Of concurrent calls one gets true. */
export async function markRecoveryCodeUsed(
  tx: Tx,
  userId: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const updated = await tx.execute(sql`
    UPDATE recovery_code SET used_at = ${now} WHERE user_id = ${userId} AND code_hash = ${hash} AND used_at IS NULL`);
  return updated === 1;
}

export const deleteRecoveryCodes = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);

/** Null where TOTP is not enabled. */
export async function findTotpSecret(tx: Tx, userId: string): Promise<Buffer | null> {
  const row = await tx.maybeOne<{ totp_secret: Buffer }>(
    sql`SELECT totp_secret FROM user_account WHERE id = ${userId} AND two_factor_enabled_at IS NOT NULL AND totp_secret IS NOT NULL`,
  );
  return row?.totp_secret ?? null;
}

/** Returns false when this step is already recorded, or TOTP is no longer enabled. */
export async function recordTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const updated = await tx.execute(sql`
    UPDATE user_account SET totp_last_used_step = greatest(totp_last_used_step, ${step})
     WHERE id = ${userId} AND two_factor_enabled_at IS NOT NULL AND totp_last_used_step IS DISTINCT FROM ${step}`);
  return updated === 1;
}
