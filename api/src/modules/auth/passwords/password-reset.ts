/** Password reset: sends a link to the stored email address, and sets a new password by the link. */
import type { auth } from "#contracts/auth.ts";
import { normalizeEmail } from "#contracts/text.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { type HandlerContext, preparedHandler } from "../../../core/http/handlers.ts";
import {
  issueActionToken,
  verifyActionToken,
  consumeActionToken,
  revokeActionTokens,
} from "../../accounts/action-tokens.ts";
import type { SignInDeps } from "../sign-in/complete-sign-in.ts";
import { authThrottleRules } from "../sign-in/throttle-rules.ts";
import { sendSecurityNotification } from "../../accounts/security-notifications.ts";
import { assertNewPassword, toPasswordHolder } from "./password-policy.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { deleteKnownDevices } from "../sign-in/store.ts";
import { signOutBrowser } from "../sessions/sessions.ts";
import { revokeAllSessions } from "../sessions/store.ts";
import { sendMail } from "../../mail/send-mail.ts";
import {
  setPassword,
  lockAccount,
  findAccountById,
  type AccountRow,
} from "../../accounts/accounts.ts";
import { verifyEmailByReset } from "../accounts/unverified-accounts.ts";
import type { MailContext } from "../accounts/verify-email.ts";
import { emailLink } from "../accounts/email-link.ts";

const systemReason = "a password reset runs without a session";

export const requestResetHandler = (deps: AuthDeps) =>
  preparedHandler<typeof auth.requestReset>(
    systemReason,
    async ({ body: { email }, now, request }) => {
      if (email === undefined) throw new ProblemError("missing_email_field");
      await deps.networks.consumeOrThrow(authThrottleRules.resetFromNetwork, request.ip, now);
      const key = normalizeEmail(email);
      const isTooOften =
        (await deps.throttle.consume(authThrottleRules.resetToAddress, key, now)) !== null;
      return async ({ enqueue }) => {
        if (!isTooOften) await enqueue(emailLink, { emailKey: key, purpose: "reset_password" });
        return { email };
      };
    },
  );

/** A deactivated account stays deactivated: a reset must not reactivate it. */
const canResetPassword = ({ status }: AccountRow): boolean => status !== "deactivated";

export const createResetLink = async (
  deps: Pick<AuthDeps, "publicUrl">,
  { tx, now }: Pick<MailContext, "tx" | "now">,
  userId: string,
): Promise<string> =>
  new URL(
    `/auth/reset/${await issueActionToken(tx, "reset_password", { userId, now })}`,
    deps.publicUrl,
  ).href;

/** Sends the link to the stored email address, not to the spelling in the request. */
export async function sendPasswordResetLink(
  deps: Pick<AuthDeps, "publicUrl">,
  context: MailContext,
  account: AccountRow,
): Promise<void> {
  if (!canResetPassword(account)) return;
  await sendMail(context, account, "reset-password", {
    firstName: account.first_name,
    link: await createResetLink(deps, context, account.id),
  });
}

const resetPurposes = ["reset_password"] as const;

/** Validates the new password before it consumes the link, so a rejected password does not use up the link. */
export const resetHandler = (deps: AuthDeps & Pick<SignInDeps, "cookieName">) =>
  preparedHandler<typeof auth.reset>(systemReason, async ({ body: { password }, path, now }) => {
    if (password === undefined || password === "") throw new ProblemError("missing_password_field");
    const account = await deps.db.withSystemRole(systemReason, async (tx) => {
      const { user_id: userId } = await verifyActionToken(tx, resetPurposes, path.token, now);
      const holder = await findAccountById(tx, userId);
      // A concurrent request may have consumed the link and set this same password. Then report a
      // used link, not a rejected password.
      await verifyActionToken(tx, resetPurposes, path.token, now);
      return holder;
    });
    if (account === null || !canResetPassword(account))
      throw new ProblemError("token_action_expired");
    await assertNewPassword(deps.passwords, password, toPasswordHolder(account));
    const passwordHash = await deps.passwords.hash(password);
    return (context) => resetPassword(deps, context, passwordHash);
  });

async function resetPassword(
  deps: AuthDeps & Pick<SignInDeps, "cookieName">,
  context: HandlerContext<typeof auth.reset>,
  passwordHash: string,
) {
  const { tx, now, path, audit } = context;
  const { user_id: userId } = await consumeActionToken(tx, resetPurposes, path.token, now);
  const account = await lockAccount(tx, userId);
  if (account === null || !canResetPassword(account))
    throw new ProblemError("token_action_expired");
  await setPassword(tx, userId, passwordHash, now);
  await verifyEmailByReset(tx, account, now);
  await revokeActionTokens(tx, userId, ["reset_password", "change_email", "verify_email"], now);
  await revokeAllSessions(tx, userId, "password_reset", now);
  await deleteKnownDevices(tx, userId);
  // The browser may have a session of another user. Sign it out, so that the user signs in with the
  // new password.
  await signOutBrowser(context, deps.cookieName);
  // The user knows the password now, so earlier failed attempts no longer count.
  context.afterCommit(() =>
    deps.throttle.reset(authThrottleRules.loginOfAccount, normalizeEmail(account.email)),
  );
  await sendSecurityNotification(deps, context, account, "password_reset");
  audit({
    actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: userId, name: account.email },
    changes: [
      { field: "password", from: null, to: "changed" },
      ...(account.status === "active"
        ? []
        : [{ field: "status", from: account.status, to: "active" }]),
    ],
  });
  return { email: account.email };
}
