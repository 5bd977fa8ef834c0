/** Enables, verifies and disables the second factor of an account. */
import type { Tx } from "../../../core/db/db.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import {
  parseRecoveryCode,
  regenerateRecoveryCodes,
  consumeRecoveryCode,
} from "./recovery-codes.ts";
import { deleteRecoveryCodes, deleteTotpSecret, saveTotpSecret } from "./store.ts";
import { consumeTotpCode, parseOtpCode, encryptTotpSecret } from "./totp.ts";

/**
 * Returns the factor that was verified; null when the code is wrong. The format of the token decides which
 * factor is checked.
 */
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

/**
 * `step` is the time step of the code that verified the app; that code is not accepted again. Returns the
 * recovery codes.
 */
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
