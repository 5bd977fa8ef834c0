/** What lets someone in who has lost their authenticator: ten codes, each good once, of 120 random bits. */
import { randomBytes } from "node:crypto";
import { sql, type Tx } from "../core/db.ts";
import { type Keys, newId } from "../core/keys.ts";

/** Crockford's: no letter that looks like a digit. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 24;
const codeCount = 10;
const groups = /.{4}(?=.)/g;

/** A code as people copy it, in either case and with or without its dashes; null where it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code.length === codeLength && [...code].every((letter) => alphabet.includes(letter))
    ? code
    : null;
}

const newCode = (): string =>
  [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join("");

const hashOf = (keys: Keys, userId: string, code: string): Buffer =>
  keys.mac("recovery", `${userId}|${code}`);

/** New ones in place of the old ones; they are shown now and never again. */
export async function renewRecoveryCodes(
  tx: Tx,
  keys: Keys,
  userId: string,
  now: Date,
): Promise<string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: codeCount }, newCode);
  for (const code of codes)
    await tx.run(
      sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${newId(now)}, ${userId}, ${hashOf(keys, userId, code)})`,
    );
  return codes.map((code) => code.replace(groups, "$&-"));
}

export const dropRecoveryCodes = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`DELETE FROM recovery_code WHERE user_id = ${userId}`);

/** Of any number of attempts with one code one succeeds. */
export async function spendRecoveryCode(
  tx: Tx,
  keys: Keys,
  userId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = readRecoveryCode(text);
  if (code === null) return false;
  const spent = await tx.run(sql`
    UPDATE recovery_code SET used_at = ${now}
     WHERE user_id = ${userId} AND code_hash = ${hashOf(keys, userId, code)} AND used_at IS NULL`);
  return spent === 1;
}
