/** What only the moment shows in which a right password is there: whether it is still good, and its hash still costs enough. */
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { toPasswordHolder, isPasswordRejected } from "./password-policy.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { setPasswordHash, type AccountRow } from "../../accounts/accounts.ts";

export interface PasswordCheck {
  /** Null where the stored hash is as new ones are. */
  readonly newHash: string | null;
  /** Stolen by now, or too short for what the person may do by now. */
  readonly isRefused: boolean;
}

/** Hashes, so it belongs before the transaction. */
export async function checkPasswordAtSignIn(
  passwords: PasswordHasher,
  account: AccountRow,
  password: string,
): Promise<PasswordCheck> {
  const isOld = account.password_hash !== null && passwords.needsRehash(account.password_hash);
  return {
    newHash: isOld ? await nullWhenOverloaded(passwords.hash(password)) : null,
    isRefused: isPasswordRejected(password, toPasswordHolder(account)),
  };
}

/** Where too many hashes are waited for, the next sign-in does it. */
async function nullWhenOverloaded(hashing: Promise<string>): Promise<string | null> {
  try {
    return await hashing;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * The caller holds the account's lock, and has seen that the password is still the one. `checked` is the
 * account as it was before: a sign-in beside this one may have made its hash anew already.
 */
export async function applyPasswordCheck(
  tx: Tx,
  account: AccountRow,
  { newHash, isRefused }: PasswordCheck,
  checked: AccountRow,
): Promise<AccountRow> {
  const isRenewed = newHash !== null && account.password_hash === checked.password_hash;
  if (!isRenewed && isRefused === account.must_change_password) return account;
  const hash = isRenewed ? newHash : account.password_hash;
  await setPasswordHash(tx, account.id, hash, isRefused);
  return { ...account, password_hash: hash, must_change_password: isRefused };
}
