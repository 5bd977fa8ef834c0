/** After a change of sign-in methods only the browser that made it stays signed in. */
import { lockAccount } from "../../accounts/accounts.ts";
import {
  type SignInContext,
  type SignInDeps,
  replaceSession,
} from "../sign-in/complete-sign-in.ts";
import { revokeAllSessions, verifiedFactorsOfSession } from "./store.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";

/**
 * Revokes every session of the account. The caller's own session continues with a new id and a new cookie.
 * Returns how many other sessions were revoked. The caller holds the lock of the account.
 */
export async function replaceAllSessions(
  deps: Pick<SignInDeps, "keys" | "cookieName">,
  context: Omit<SignInContext, "caller"> & { readonly caller: SessionCaller | null },
  userId: string,
  reason: string,
): Promise<number> {
  const { tx, now, caller } = context;
  const revokedCount = await revokeAllSessions(tx, userId, reason, now);
  const authType = caller?.user.id === userId ? caller.session.authType : null;
  if (caller === null || (authType !== "password" && authType !== "oauth")) return revokedCount;
  const account = await lockAccount(tx, userId);
  if (account === null) return revokedCount;
  await replaceSession(deps, context, account, {
    ...(await verifiedFactorsOfSession(tx, caller.session.id)),
    secondStep: null,
    // A new cookie does not count as a reauthentication.
    authenticatedAt: caller.session.reauthAt,
  });
  return revokedCount - 1;
}
