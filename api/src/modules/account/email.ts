/** Another address to sign in with. Nothing changes until the new one is proven by its link. */
import { normalizeEmail } from "#contracts/text.ts";
import { findAccount, lockCallerAccount } from "../auth/accounts/accounts.ts";
import { issueActionToken, revokeActionTokens } from "../auth/accounts/action-tokens.ts";
import { authThrottleRules } from "../auth/sign-in/throttle-rules.ts";
import { toRecipient, sendSecurityNotification } from "../auth/accounts/security-notifications.ts";
import { isEmailDomainBlocked } from "../auth/accounts/blocked-email-domains.ts";
import { assertRecentlyAuthenticated } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/http/problem-error.ts";
import {
  type AccountDeps,
  type AttributeHandler,
  defaultUpdateResult,
  type UpdateContext,
} from "./update-types.ts";
import { sendEmail } from "../mail/send-email.ts";

export const emailAttribute: AttributeHandler<"email"> = async (
  deps,
  { caller, now },
  { email: requested },
) => {
  if (requested === undefined || requested === "") throw new ProblemError("missing_email_field");
  assertRecentlyAuthenticated(caller, now);
  if (isEmailDomainBlocked(requested)) throw new ProblemError("registration_invalid_email");
  // Each try mails somebody, and tells whether an address has an account.
  await deps.throttle.consumeOrThrow(authThrottleRules.emailChange, caller.user.id, now);
  return (context) => requestEmailChange(deps, context, requested);
};

async function requestEmailChange(deps: AccountDeps, context: UpdateContext, requested: string) {
  const { tx, now, caller, enqueue, audit } = context;
  const { user } = caller;
  await lockCallerAccount(tx, caller);
  const taken = await findAccount(tx, normalizeEmail(requested));
  const isItself = taken?.id === user.id && taken.email !== requested;
  if (taken !== null && !isItself) throw new ProblemError("email_already_in_use");
  const token = await issueActionToken(tx, "change_email", {
    userId: user.id,
    now,
    payload: { email: requested },
  });
  await enqueue(sendEmail, {
    to: requested,
    template: "change-email",
    locale: user.locale,
    values: {
      firstName: user.firstName,
      link: new URL(`/auth/verify/${token}`, deps.publicUrl).href,
    },
  });
  await sendSecurityNotification(deps, context, toRecipient(caller), "email_change_requested", {
    email: requested,
  });
  audit({
    target: { type: "user", id: user.id, name: user.email },
    changes: [{ field: "pendingEmail", from: null, to: requested }],
  });
  return defaultUpdateResult;
}

export const cancelEmailChangeAttribute: AttributeHandler<"cancelEmail"> =
  async () => async (context) => {
    const { tx, now, caller, audit } = context;
    await revokeActionTokens(tx, caller.user.id, ["change_email"], now);
    audit({
      target: { type: "user", id: caller.user.id, name: caller.user.email },
      changes: [{ field: "pendingEmail", from: "changed", to: null }],
    });
    return defaultUpdateResult;
  };
