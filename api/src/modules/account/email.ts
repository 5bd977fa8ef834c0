/**
 * Requests or cancels a change of the email address. The change takes effect when the link sent to the new
 * email address is opened.
 */
import { normalizeEmail } from "#contracts/text.ts";
import { lockCallerAccount, findAccount } from "../accounts/accounts.ts";
import { issueActionToken, revokeActionTokens } from "../accounts/action-tokens.ts";
import { authThrottleRules } from "../auth/sign-in/throttle-rules.ts";
import { toRecipient, sendSecurityNotification } from "../accounts/security-notifications.ts";
import { isEmailDomainBlocked } from "../auth/accounts/blocked-email-domains.ts";
import { assertRecentlyAuthenticated } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { sendMail } from "../mail/send-mail.ts";
import {
  type AccountDeps,
  type AttributeHandler,
  defaultUpdateResult,
  type UpdateContext,
} from "./update-types.ts";

export const emailAttribute: AttributeHandler<"email"> = async (
  deps,
  { caller, now },
  { email: requested },
) => {
  if (requested === undefined || requested === "") throw new ProblemError("missing_email_field");
  assertRecentlyAuthenticated(caller, now);
  if (isEmailDomainBlocked(requested)) throw new ProblemError("registration_invalid_email");
  // Each attempt sends an email, and the response reveals whether the email address has an account.
  await deps.throttle.consumeOrThrow(authThrottleRules.emailChange, caller.user.id, now);
  return (context) => requestEmailChange(deps, context, requested);
};

async function requestEmailChange(deps: AccountDeps, context: UpdateContext, requested: string) {
  const { tx, now, caller, audit } = context;
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
  await sendMail(context, { ...user, email: requested }, "change-email", {
    firstName: user.firstName,
    link: new URL(`/auth/verify/${token}`, deps.publicUrl).href,
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
