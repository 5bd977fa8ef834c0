/** Verifies the email address of a new account, or the new email address of an existing account. */
import type { auth } from "#contracts/auth.ts";
import { normalizeEmail } from "#contracts/text.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  systemHandler,
  type HandlerContext,
  preparedHandler,
} from "../../../core/http/handlers.ts";
import {
  issueActionToken,
  verifyActionToken,
  consumeActionToken,
  revokeActionTokens,
  type ConsumedActionToken,
} from "../../accounts/action-tokens.ts";
import { EmailChange, emailFieldChange, replaceEmail } from "./email-change.ts";
import type { SignInDeps } from "../sign-in/complete-sign-in.ts";
import { authThrottleRules } from "../sign-in/throttle-rules.ts";
import { sendSecurityNotification } from "../../accounts/security-notifications.ts";
import { assertPasswordAcceptable, toPasswordHolder } from "../passwords/password-policy.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { isBrowserBound, unbindBrowser } from "../registration/registration-binding.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { replaceAllSessions } from "../sessions/replace-sessions.ts";
import { signOutBrowser } from "../sessions/sessions.ts";
import { revokeAllSessions } from "../sessions/store.ts";
import {
  markEmailVerified,
  setPassword,
  lockAccount,
  findAccountById,
  type AccountRow,
} from "../../accounts/accounts.ts";
import { verifyEmailByReset } from "./unverified-accounts.ts";
import { emailLink } from "./email-link.ts";

const systemReason = "an email address is verified without a session";

export type MailContext = Pick<HandlerContext<typeof auth.register>, "tx" | "now" | "enqueue">;

export async function sendVerificationEmail(
  deps: Pick<AuthDeps, "publicUrl">,
  context: MailContext,
  to: Pick<AccountRow, "id" | "email" | "locale"> & { firstName: string },
): Promise<void> {
  const { tx, now } = context;
  const token = await issueActionToken(tx, "verify_email", { userId: to.id, now });
  const link = new URL(`/auth/verify/${token}`, deps.publicUrl).href;
  await sendMail(context, to, "verify-email", { firstName: to.firstName, link });
}

/**
 * Gives the same response after the same work for every email address. A job looks up the account after the
 * response is sent.
 */
export const resendVerificationHandler = (deps: AuthDeps) =>
  preparedHandler<typeof auth.resendVerification>(systemReason, async ({ body, now, request }) => {
    await deps.networks.consumeOrThrow(authThrottleRules.resendFromNetwork, request.ip, now);
    const key = normalizeEmail(body.email);
    const isTooOften =
      (await deps.throttle.consume(authThrottleRules.resendToAddress, key, now)) !== null;
    return async ({ enqueue }) => {
      if (!isTooOften) await enqueue(emailLink, { emailKey: key, purpose: "verify_email" });
      return { email: body.email };
    };
  });

type VerificationContext = HandlerContext<typeof auth.verifyEmail>;

const purposes = ["verify_email", "change_email"] as const;

export const verifyEmailHandler = (deps: AuthDeps & SignInDeps) =>
  systemHandler<typeof auth.verifyEmail>(systemReason, async (context) => {
    const { tx, now, path, caller, request } = context;
    const link = await verifyActionToken(tx, purposes, path.token, now);
    // Without this check the owner of the mailbox could confirm an account that another user
    // registered.
    if (link.purpose === "verify_email" && !isBrowserBound(deps, request, link.user_id))
      throw new ProblemError("password_required");
    if (link.purpose === "change_email" && !isOwnSession(caller, link.user_id))
      throw new ProblemError("sign_in_required");
    const consumed = await consumeActionToken(tx, purposes, path.token, now);
    return consumed.purpose === "change_email"
      ? confirmEmailChange(deps, context, consumed)
      : confirmEmail(deps, context, consumed);
  });

const isOwnSession = (caller: SessionCaller | null, userId: string): boolean =>
  caller?.user.id === userId &&
  (caller.session.authType === "password" || caller.session.authType === "oauth");

async function confirmEmail(
  deps: AuthDeps,
  context: VerificationContext,
  consumed: ConsumedActionToken,
) {
  const { tx, now, audit } = context;
  const account = await markEmailVerified(tx, consumed.user_id, now);
  if (account === null) throw new ProblemError("token_action_expired");
  unbindBrowser(context, deps);
  audit({
    actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: account.id, name: account.email },
  });
  return { email: account.email, isChange: false };
}

const ofNewAccount = ["verify_email"] as const;

/** Validates the new password before it consumes the link, so a rejected password does not use up the link. */
export const verifyWithPasswordHandler = (deps: AuthDeps & SignInDeps) =>
  preparedHandler<typeof auth.verifyWithPassword>(
    systemReason,
    async ({ body: { password }, path, now }) => {
      if (password === undefined || password === "")
        throw new ProblemError("missing_password_field");
      const account = await deps.db.withSystemRole(systemReason, async (tx) => {
        const link = await verifyActionToken(tx, ofNewAccount, path.token, now);
        const holder = await findAccountById(tx, link.user_id);
        // The link may have been consumed between the two queries; report that instead.
        await verifyActionToken(tx, ofNewAccount, path.token, now);
        return holder;
      });
      if (account?.status !== "unverified") throw new ProblemError("token_action_expired");
      // The current password is allowed: the same user may continue on another device.
      assertPasswordAcceptable(password, toPasswordHolder(account));
      const passwordHash = await deps.passwords.hash(password);
      return (context) => takeOverByLink(deps, context, passwordHash);
    },
  );

async function takeOverByLink(
  deps: AuthDeps & SignInDeps,
  context: HandlerContext<typeof auth.verifyWithPassword>,
  passwordHash: string,
) {
  const { tx, now, path, audit } = context;
  const { user_id: userId } = await consumeActionToken(tx, ofNewAccount, path.token, now);
  const account = await lockAccount(tx, userId);
  if (account?.status !== "unverified") throw new ProblemError("token_action_expired");
  await setPassword(tx, userId, passwordHash, now);
  await verifyEmailByReset(tx, account, now);
  await revokeActionTokens(tx, userId, ["reset_password", "change_email", "verify_email"], now);
  await revokeAllSessions(tx, userId, "taken_over", now);
  await signOutBrowser(context, deps.cookieName);
  unbindBrowser(context, deps);
  context.afterCommit(() =>
    deps.throttle.reset(authThrottleRules.loginOfAccount, normalizeEmail(account.email)),
  );
  audit({
    actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: userId, name: account.email },
    changes: [{ field: "password", from: null, to: "changed" }],
  });
  return { email: account.email };
}

/** Applies the new email address. Revokes all sessions except the one of the browser that opened the link. */
async function confirmEmailChange(
  deps: AuthDeps & SignInDeps,
  context: VerificationContext,
  { user_id: userId, payload }: ConsumedActionToken,
) {
  const { tx, now, audit } = context;
  const { email } = EmailChange.parse(payload);
  const before = await lockAccount(tx, userId);
  if (before?.status !== "active") throw new ProblemError("token_action_expired");
  if (!(await replaceEmail(tx, userId, email, now))) throw new ProblemError("email_already_in_use");
  await revokeActionTokens(tx, userId, ["reset_password", "change_email"], now);
  await replaceAllSessions(deps, context, userId, "email_changed");
  await sendSecurityNotification(deps, context, before, "email_changed", { email });
  audit({
    actor: { id: before.id, name: `${before.first_name} ${before.last_name}` },
    target: { type: "user", id: before.id, name: email },
    changes: [emailFieldChange(before.email, email)],
  });
  return { email, isChange: true };
}
