/** The second factor of an account: turned on, proven, turned off. */
import type { Tx } from "../../../core/db/db.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import {
  parseRecoveryCode,
  regenerateRecoveryCodes,
  consumeRecoveryCode,
} from "./recovery-codes.ts";
import { deleteRecoveryCodes, deleteTotpSecret, saveTotpSecret } from "./store.ts";
import { consumeTotpCode, parseOtpCode, encryptTotpSecret } from "./totp.ts";

/** By which of the two it was proven; null where it was not. Its shape says what a token is. */
export async function verifySecondFactor(
  tx: Tx,
  keys: Keyring,
  userId: string,
  token: string,
  now: Date,
): Promise<"authenticator" | "recovery_code" | null> {
  if (parseOtpCode(token) !== null)
    return (await consumeTotpCode(tx, keys, userId, token, now)) ? "authenticator" : null;
  if (parseRecoveryCode(token) === null) return null;
  return (await consumeRecoveryCode(tx, keys, userId, token, now)) ? "recovery_code" : null;
}

/** `step` is that of the code which proved that the app has the secret: that code does not work again. Returns the recovery codes. */
export async function enableTwoFactor(
  tx: Tx,
  keys: Keyring,
  userId: string,
  secret: string,
  step: number,
  now: Date,
): Promise<string[]> {
  await saveTotpSecret(tx, userId, encryptTotpSecret(keys, userId, secret), step, now);
  return regenerateRecoveryCodes(tx, keys, userId, now);
}

export async function disableTwoFactor(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteTotpSecret(tx, userId, now);
  await deleteRecoveryCodes(tx, userId);
}
