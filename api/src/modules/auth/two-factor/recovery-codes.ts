/** Recovery codes for users who lost their authenticator: ten one-use codes of 120 random bits. */
import { randomBytes } from "node:crypto";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, uuidv7 } from "../../../core/lib/crypto.ts";
import { deleteRecoveryCodes, insertRecoveryCode, markRecoveryCodeUsed } from "./store.ts";

/** Crockford's base32: no letter that looks like a digit. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 24;
const codeCount = 10;
const groups = /.{4}(?=.)/g;

/** Normalizes a code in either case, with or without dashes; null when it cannot be a code. */
export function parseRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : null;
}

const generateCode = (): string =>
  [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join("");

const hashCode = (keys: Keyring, userId: string, code: string): Buffer =>
  keys.hmac("recovery", `${userId}|${code}`);

/** Replaces all codes. The plain codes are returned once and never stored. */
export async function regenerateRecoveryCodes(
  tx: Tx,
  keys: Keyring,
  userId: string,
  now: Date,
): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId);
  const codes = Array.from({ length: codeCount }, generateCode);
  for (const code of codes)
    await insertRecoveryCode(tx, uuidv7(now), userId, hashCode(keys, userId, code));
  return codes.map((code) => code.replace(groups, "$&-"));
}

/** Of concurrent attempts with one code one succeeds. */
export async function consumeRecoveryCode(
  tx: Tx,
  keys: Keyring,
  userId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = parseRecoveryCode(text);
  if (code === null) return false;
  return markRecoveryCodeUsed(tx, userId, hashCode(keys, userId, code), now);
}
