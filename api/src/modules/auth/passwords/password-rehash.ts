/**
 * Checks that need the plain password and so run at sign-in: policy compliance, and rehashing when the hash
 * parameters are outdated.
 */
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { toPasswordHolder, isPasswordRejected } from "./password-policy.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { setPasswordHash, type AccountRow } from "../../accounts/accounts.ts";

export interface PasswordCheck {
  /** Null when the stored hash has the current cost. */
  readonly newHash: string | null;
  /** The password no longer meets the policy: it was breached, or is too short for a role the user now has. */
  readonly isRejected: boolean;
}

/** Computes a hash, so call it before the transaction. */
export async function checkPasswordAtSignIn(
  passwords: PasswordHasher,
  account: AccountRow,
  password: string,
): Promise<PasswordCheck> {
  const isOld = account.password_hash !== null && passwords.needsRehash(account.password_hash);
  return {
    newHash: isOld ? await nullWhenOverloaded(passwords.hash(password)) : null,
    isRejected: isPasswordRejected(password, toPasswordHolder(account)),
  };
}

/** Skips rehashing when too many hashes are queued; the next sign-in retries. */
async function nullWhenOverloaded(hashing: Promise<string>): Promise<string | null> {
  try {
    return await hashing;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/**
 * The caller holds the lock of the account and has checked that the password is unchanged. `checked` is the
 * account as read before the lock: a concurrent sign-in may already have replaced the hash.
 */
export async function applyPasswordCheck(
  tx: Tx,
  account: AccountRow,
  { newHash, isRejected }: PasswordCheck,
  checked: AccountRow,
): Promise<AccountRow> {
  const isRehashed = newHash !== null && account.password_hash === checked.password_hash;
  if (!isRehashed && isRejected === account.must_change_password) return account;
  const hash = isRehashed ? newHash : account.password_hash;
  await setPasswordHash(tx, account.id, hash, isRejected);
  return { ...account, password_hash: hash, must_change_password: isRejected };
}
