/** Removes an OAuth identity from an account. */
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError, actionNotPossible } from "../../../core/lib/problem-error.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import { countIdentities, deleteIdentity } from "./store.ts";

/**
 * Rejects the removal of the last sign-in method, which would lock the user out. The caller holds the lock of
 * the account.
 */
export async function unlinkIdentity(
  tx: Tx,
  account: Pick<AccountRow, "id" | "password_hash" | "has_passkeys">,
  identityId: string,
): Promise<SignInProvider> {
  const deleted = await deleteIdentity(tx, account.id, identityId);
  if (deleted === null) throw new ProblemError("not_found");
  const isLast =
    account.password_hash === null &&
    !account.has_passkeys &&
    (await countIdentities(tx, account.id)) === 0;
  if (isLast) throw actionNotPossible("only_sign_in_method");
  return deleted.provider;
}
