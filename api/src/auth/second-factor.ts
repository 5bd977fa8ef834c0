/** The second factor of an account: turned on, proven, turned off. */
import { sql, type Tx } from "../core/db.ts";
import type { Keys } from "../core/keys.ts";
import {
  dropRecoveryCodes,
  readRecoveryCode,
  renewRecoveryCodes,
  spendRecoveryCode,
} from "./recovery-codes.ts";
import { claimCode, readCode, sealSecret } from "./totp.ts";

/** By which of the two it was proven; null where it was not. Its shape says what a token is. */
export async function proveSecondFactor(
  tx: Tx,
  keys: Keys,
  userId: string,
  token: string,
  now: Date,
): Promise<"authenticator" | "recovery_code" | null> {
  if (readCode(token) !== null)
    return (await claimCode(tx, keys, userId, token, now)) ? "authenticator" : null;
  if (readRecoveryCode(token) === null) return null;
  return (await spendRecoveryCode(tx, keys, userId, token, now)) ? "recovery_code" : null;
}

/** `step` is that of the code which proved that the app has the secret: that code does not work again. Returns the recovery codes. */
export async function turnOn(
  tx: Tx,
  keys: Keys,
  userId: string,
  secret: string,
  step: number,
  now: Date,
): Promise<string[]> {
  await tx.run(sql`
    UPDATE user_account SET two_factor_enabled_at = ${now}, totp_secret = ${sealSecret(keys, userId, secret)}, totp_last_step = ${step},
      updated_at = ${now}
     WHERE id = ${userId}`);
  return renewRecoveryCodes(tx, keys, userId, now);
}

export async function turnOff(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE user_account SET two_factor_enabled_at = NULL, totp_secret = NULL, totp_last_step = NULL, updated_at = ${now}
     WHERE id = ${userId}`);
  await dropRecoveryCodes(tx, userId);
}
