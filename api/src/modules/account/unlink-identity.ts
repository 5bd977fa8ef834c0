/** Unlinks an OAuth identity from the caller's account. */
import { lockCallerAccount } from "../accounts/accounts.ts";
import { toRecipient, sendSecurityNotification } from "../accounts/security-notifications.ts";
import { providerNames } from "../auth/oauth/oauth-linking.ts";
import { unlinkIdentity } from "../auth/oauth/unlink-identity.ts";
import { assertRecentlyAuthenticated } from "../../core/http/authorization.ts";
import { type AttributeHandler, defaultUpdateResult } from "./update-types.ts";

export const unlinkIdentityAttribute: AttributeHandler<"unlinkIdentity"> = async (
  deps,
  preparation,
  { identityId },
) => {
  assertRecentlyAuthenticated(preparation.caller, preparation.now);
  return async (context) => {
    const { tx, caller, audit } = context;
    const account = await lockCallerAccount(tx, caller);
    const provider = await unlinkIdentity(tx, account, identityId);
    await sendSecurityNotification(deps, context, toRecipient(caller), "identity_unlinked", {
      provider: providerNames[provider],
    });
    audit({
      target: { type: "user", id: caller.user.id, name: caller.user.email },
      changes: [{ field: "identity", from: provider, to: null }],
    });
    return defaultUpdateResult;
  };
};
