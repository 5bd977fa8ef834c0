/** After a change of how somebody signs in, only the browser that made it stays signed in. */
import { lockAccount } from "../../accounts/accounts.ts";
import {
  type SignInContext,
  type SignInDeps,
  replaceSession,
} from "../sign-in/complete-sign-in.ts";
import { revokeAllSessions, verifiedFactorsOfSession } from "./store.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";

/**
 * Every session of the account ends. The caller's, where it is the person's own, goes on with a new id
 * and a new cookie. Returns how many others there were. The caller holds the account's lock.
 */
export async function replaceAllSessions(
  parts: Pick<SignInDeps, "keys" | "cookieName">,
  context: Omit<SignInContext, "caller"> & { readonly caller: SessionCaller | null },
  userId: string,
  reason: string,
): Promise<number> {
  const { tx, now, caller } = context;
  const ended = await revokeAllSessions(tx, userId, reason, now);
  const authType = caller?.user.id === userId ? caller.session.authType : null;
  if (caller === null || (authType !== "password" && authType !== "oauth")) return ended;
  const account = await lockAccount(tx, userId);
  if (account === null) return ended;
  await replaceSession(parts, context, account, {
    ...(await verifiedFactorsOfSession(tx, caller.session.id)),
    secondStep: null,
    // Another cookie is no other proof.
    provenAt: caller.session.reauthAt,
  });
  return ended - 1;
}
