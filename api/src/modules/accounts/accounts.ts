/** Accounts for the modules that work with users. Everything runs as boreal_system: before sign-in there is no tenant. */
import type { ProblemCode } from "#contracts/problems.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { type AccountRow, isSessionCurrent, lockAccount } from "./store.ts";

export {
  setPasswordHash,
  insertAccount,
  findAccount,
  setPassword,
  findAccountById,
  type AccountRow,
  lockAccount,
  markEmailVerified,
} from "./store.ts";

/**
 * Problem code per account status for a user who has verified their factors; anyone else gets
 * invalid_credentials.
 */
export const inactiveAccountProblems = {
  unverified: "email_not_verified",
  deactivated: "account_decativated",
  frozen: "account_decativated",
} as const satisfies Partial<Record<AccountRow["status"], ProblemCode>>;

/**
 * Locks the caller's account and re-checks the session: all sessions may have been revoked while waiting for
 * the lock, and a pending request must not take effect after that.
 */
export async function lockCallerAccount(
  tx: Tx,
  { user, session }: SessionCaller,
): Promise<AccountRow> {
  const account = await lockAccount(tx, user.id);
  if (account === null || !(await isSessionCurrent(tx, session.id, account.credential_version)))
    throw new ProblemError("authentication_failed_no_session_found_ch");
  return account;
}

/** Locks the account with the id in the path; throws not_found when there is none. */
export async function lockAccountOrThrow(tx: Tx, id: string): Promise<AccountRow> {
  const user = isUuid(id) ? await lockAccount(tx, id) : null;
  if (user === null) throw new ProblemError("not_found");
  return user;
}

/** Maps the account to the user of a session response. */
export const toUserContext = (account: AccountRow): SessionCaller["user"] => ({
  id: account.id,
  email: account.email,
  firstName: account.first_name,
  lastName: account.last_name,
  locale: account.locale,
  timezone: account.timezone,
  twoFactorEnabled: account.two_factor,
  hasPasskeys: account.has_passkeys,
  hasPassword: account.password_hash !== null,
  mustAcceptTerms: account.must_accept_terms,
  mustChangePassword: account.must_change_password,
  avatarId: account.avatar_id,
});
