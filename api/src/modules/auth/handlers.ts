/** Handlers of registration, sign-in and sessions. */
import type { auth as endpoints } from "#contracts/auth.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { parseSessionToken } from "../../core/http/session-token.ts";
import { findAccountById } from "../accounts/accounts.ts";
import { freezeHandler } from "./accounts/freeze.ts";
import { endingOf, recordInWorkspaces } from "./sessions/impersonation-record.ts";
import { oauthHandlers } from "./oauth/oauth.ts";
import {
  type NotificationContext,
  sendSecurityNotification,
} from "../accounts/security-notifications.ts";
import type { IdentityDeps } from "./identity-deps.ts";
import { passkeySignInHandlers } from "./passkeys/passkey-sign-in.ts";
import { issueSecretHandler, registerHandler } from "./registration/registration.ts";
import { requestResetHandler, resetHandler } from "./passwords/password-reset.ts";
import { getSessionInfo } from "./sessions/session-info.ts";
import {
  clearSessionCookies,
  refreshSession,
  setSessionCookies,
  signOutBrowser,
} from "./sessions/sessions.ts";
import type { SessionRow } from "./sessions/store.ts";
import { secondStepHandlers } from "./sign-in/second-step.ts";
import { loginHandler } from "./sign-in/sign-in.ts";
import {
  resendVerificationHandler,
  verifyEmailHandler,
  verifyWithPasswordHandler,
} from "./accounts/verify-email.ts";

const noSession = (cookie: string | null) =>
  new ProblemError(cookie === null ? "no_session" : "authentication_failed_no_session_found_ch");

export function authHandlers(deps: IdentityDeps): Handlers<typeof endpoints> {
  const { keys, cookieName } = deps;
  return {
    newSecret: issueSecretHandler(deps),
    register: registerHandler(deps),
    resendVerification: resendVerificationHandler(deps),
    verifyEmail: verifyEmailHandler(deps),
    verifyWithPassword: verifyWithPasswordHandler(deps),
    requestReset: requestResetHandler(deps),
    reset: resetHandler(deps),
    freeze: freezeHandler(deps),
    login: loginHandler(deps),
    ...secondStepHandlers(deps),
    ...oauthHandlers(deps),
    ...passkeySignInHandlers(deps),

    refresh: systemHandler("sessions belong to no tenant", async (context) => {
      const { tx, now, caller, request, audit } = context;
      const token = parseSessionToken(request.sessionCookie ?? "");
      if (token === null) throw noSession(request.sessionCookie);
      const refreshed = await refreshSession(tx, keys, token, caller !== null, now);
      if (refreshed.kind === "reused") {
        audit({
          target: { type: "session", id: refreshed.row.id, name: "" },
          changes: [{ field: "revokedReason", from: null, to: "token_reuse" }],
        });
        clearSessionCookies(context, cookieName);
        await notifyTokenReuse(deps, context, refreshed.row);
        throw new ProblemError("authentication_failed_no_session_found_ch", {
          commitsTransaction: true,
        });
      }
      if (refreshed.kind === "dead" || caller === null) throw noSession(request.sessionCookie);
      setSessionCookies(context, keys, cookieName, refreshed);
      const { expires_at: expiresAt, updated_at: updatedAt } = refreshed.row;
      return getSessionInfo(
        tx,
        keys,
        {
          user: caller.user,
          session: { ...caller.session, expiresAt, updatedAt },
          staffRole: caller.staffRole,
        },
        now,
      );
    }),

    self: async ({ tx, now, caller, request }) => {
      if (caller === null) throw noSession(request.sessionCookie);
      return getSessionInfo(tx, keys, caller, now);
    },

    logout: systemHandler("sessions belong to no tenant", async (context) => {
      const ending = context.caller === null ? null : endingOf(context.caller);
      if (ending !== null) await recordInWorkspaces(context, ending);
      await signOutBrowser(context, cookieName);
      return null;
    }),
  };
}

/** Sends no notification for an impersonation session: it is not the user's own. */
async function notifyTokenReuse(
  deps: Pick<IdentityDeps, "publicUrl">,
  context: NotificationContext,
  { user_id: userId, auth_type: authType }: SessionRow,
): Promise<void> {
  const account = authType === "impersonate" ? null : await findAccountById(context.tx, userId);
  if (account?.status === "active")
    await sendSecurityNotification(deps, context, account, "token_reuse");
}
