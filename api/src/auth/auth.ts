/** Accounts and sessions. */
import type { auth as calls } from "#contracts/auth.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { readSessionToken } from "../core/session-token.ts";
import { findAccountById } from "./accounts.ts";
import { freeze } from "./freeze.ts";
import { endingOf, recordInWorkspaces } from "./impersonation-record.ts";
import { oauthHandlers } from "./oauth.ts";
import { type Notifying, sendNotice } from "./notices.ts";
import type { IdentityParts } from "./parts.ts";
import { passkeySignIn } from "./passkey-sign-in.ts";
import { offerSecret, register } from "./registration.ts";
import { requestReset, reset } from "./reset.ts";
import { selfOf } from "./self.ts";
import {
  clearSessionCookies,
  refreshSession,
  type SessionRow,
  setSessionCookies,
  signOutBrowser,
} from "./sessions.ts";
import { secondStep } from "./second-step.ts";
import { login } from "./sign-in.ts";
import { resendVerification, verifyEmail, verifyWithPassword } from "./verify-email.ts";

const noSession = (cookie: string | null) =>
  new Refusal(cookie === null ? "no_session" : "authentication_failed_no_session_found_ch");

export function authHandlers(parts: IdentityParts): Handlers<typeof calls> {
  const { keys, cookieName } = parts;
  return {
    newSecret: offerSecret(parts),
    register: register(parts),
    resendVerification: resendVerification(parts),
    verifyEmail: verifyEmail(parts),
    verifyWithPassword: verifyWithPassword(parts),
    requestReset: requestReset(parts),
    reset: reset(parts),
    freeze: freeze(parts),
    login: login(parts),
    ...secondStep(parts),
    ...oauthHandlers(parts),
    ...passkeySignIn(parts),

    refresh: asSystem("a session belongs to no tenant", async (context) => {
      const { tx, now, caller, request, note } = context;
      const given = readSessionToken(request.sessionCookie ?? "");
      if (given === null) throw noSession(request.sessionCookie);
      const refreshed = await refreshSession(tx, keys, given, caller !== null, now);
      if (refreshed.kind === "reused") {
        note({
          target: { type: "session", id: refreshed.row.id, name: "" },
          changes: [{ field: "revokedReason", from: null, to: "token_reuse" }],
        });
        clearSessionCookies(context, cookieName);
        await tellOfReuse(parts, context, refreshed.row);
        throw new Refusal("authentication_failed_no_session_found_ch", { keepsChanges: true });
      }
      if (refreshed.kind === "dead" || caller === null) throw noSession(request.sessionCookie);
      setSessionCookies(context, keys, cookieName, refreshed);
      const { expires_at: expiresAt, updated_at: updatedAt } = refreshed.row;
      return selfOf(
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
      return selfOf(tx, keys, caller, now);
    },

    logout: asSystem("a session belongs to no tenant", async (context) => {
      const ending = context.caller === null ? null : endingOf(context.caller);
      if (ending !== null) await recordInWorkspaces(context, ending);
      await signOutBrowser(context, cookieName);
      return null;
    }),
  };
}

/** Of staff's own sessions as somebody, that person has nothing to fear and nothing to do. */
async function tellOfReuse(
  parts: Pick<IdentityParts, "publicUrl">,
  context: Notifying,
  { user_id: userId, auth_type: authType }: SessionRow,
): Promise<void> {
  const account = authType === "impersonate" ? null : await findAccountById(context.tx, userId);
  if (account?.status === "active") await sendNotice(parts, context, account, "token_reuse");
}
