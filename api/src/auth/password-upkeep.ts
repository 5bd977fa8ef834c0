/** What only the moment shows in which a right password is there: whether it is still good, and its hash still costs enough. */
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { holderOf, isPasswordRefused } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import type { AccountRow } from "./accounts.ts";

export interface Learned {
  /** Null where the stored hash is as new ones are. */
  readonly newHash: string | null;
  /** Stolen by now, or too short for what the person may do by now. */
  readonly isRefused: boolean;
}

/** Hashes, so it belongs before the transaction. */
export async function learnFrom(
  passwords: Passwords,
  account: AccountRow,
  password: string,
): Promise<Learned> {
  const isOld = account.password_hash !== null && passwords.needsRehash(account.password_hash);
  return {
    newHash: isOld ? await orLater(passwords.hash(password)) : null,
    isRefused: isPasswordRefused(password, holderOf(account)),
  };
}

/** Where too many hashes are waited for, the next sign-in does it. */
async function orLater(hashing: Promise<string>): Promise<string | null> {
  try {
    return await hashing;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * The caller holds the account's lock, and has seen that the password is still the one. `checked` is the
 * account as it was before: a sign-in beside this one may have made its hash anew already.
 */
export async function keepLearned(
  tx: Tx,
  account: AccountRow,
  { newHash, isRefused }: Learned,
  checked: AccountRow,
): Promise<AccountRow> {
  const isRenewed = newHash !== null && account.password_hash === checked.password_hash;
  if (!isRenewed && isRefused === account.must_change_password) return account;
  const hash = isRenewed ? newHash : account.password_hash;
  await tx.run(
    sql`UPDATE user_account SET password_hash = ${hash}, must_change_password = ${isRefused} WHERE id = ${account.id}`,
  );
  return { ...account, password_hash: hash, must_change_password: isRefused };
}
