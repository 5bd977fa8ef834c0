/** Starts and ends an impersonation. */
import { actionDenial } from "#contracts/actions/action.ts";
import { userActions } from "#contracts/actions/users.ts";
import type { users as endpoints } from "#contracts/users.ts";
import { startImpersonation, endImpersonation } from "../auth/sessions/impersonation.ts";
import { endingOf, recordInWorkspaces } from "../auth/sessions/impersonation-record.ts";
import { toSessionView } from "../auth/sign-in/complete-sign-in.ts";
import { sendSecurityNotification } from "../accounts/security-notifications.ts";
import { getSessionInfo } from "../auth/sessions/session-info.ts";
import { clearSessionCookies, setSessionCookies } from "../auth/sessions/sessions.ts";
import { lockAccountOrThrow, toUserContext, lockAccount } from "../accounts/accounts.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import type { Keyring } from "../../core/lib/crypto.ts";

const noSession = "authentication_failed_no_session_found_ch";

export interface ImpersonationDeps {
  readonly keys: Keyring;
  readonly cookieName: string;
  readonly publicUrl: URL;
}

const roleNames = {
  Admin: "IT Admin",
  BusinessAdmin: "Business Admin",
  Support: "Support",
} as const;

export const impersonationHandlers = (
  deps: ImpersonationDeps,
): Pick<Handlers<typeof endpoints>, "impersonate" | "endImpersonation"> => ({
  impersonate: systemHandler("an impersonation belongs to no tenant", async (context) => {
    const { tx, now, caller, path, query, request, audit, enqueue } = context;
    const role = caller.staffRole;
    if (role === null) throw new ProblemError("permission_denied_missing_role");
    const target = await lockAccountOrThrow(tx, path.user);
    const subject = { id: target.id, status: target.status, staffRole: target.staff_role };
    assertNotDenied(actionDenial(toActor(caller), userActions.impersonate, subject, now));
    const started = await startImpersonation(tx, deps.keys, {
      target,
      admin: { id: caller.user.id, role },
      session: caller.session,
      ip: request.ip,
      userAgent: request.userAgent,
      now,
    });
    if (started === null) throw new ProblemError(noSession);
    const changes =
      query.reason === undefined || query.reason === ""
        ? []
        : [{ field: "reason", from: null, to: query.reason }];
    audit({ target: { type: "user", id: target.id, name: target.email }, changes });
    await recordInWorkspaces(context, {
      action: "users.impersonate",
      customer: { id: target.id, name: `${target.first_name} ${target.last_name}` },
      admin: {
        id: caller.user.id,
        name: `${caller.user.firstName} ${caller.user.lastName}`,
        role,
      },
      sessionId: caller.session.id,
      changes,
    });
    await sendSecurityNotification(deps, { tx, now, enqueue }, target, "impersonated", {
      role: roleNames[role],
    });
    // The cookie is sent after the commit, so no impersonation starts without its audit event.
    setSessionCookies(context, deps.keys, deps.cookieName, started);
    return getSessionInfo(
      tx,
      deps.keys,
      {
        user: toUserContext(target),
        session: { ...toSessionView(started.row), adminId: caller.user.id, adminRole: role },
        staffRole: null,
      },
      now,
    );
  }),

  endImpersonation: systemHandler("a session belongs to no tenant", async (context) => {
    const { tx, now, caller, audit } = context;
    const { parentSessionId, adminId } = caller.session;
    if (parentSessionId === null || adminId === null) throw new ProblemError(noSession);
    audit({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
    const ending = endingOf(caller);
    if (ending !== null) await recordInWorkspaces(context, ending);
    const staff = await lockAccount(tx, adminId);
    const session = { id: caller.session.id, parentId: parentSessionId };
    const resumed = await endImpersonation(tx, deps.keys, session, now);
    if (staff === null || resumed === null) {
      clearSessionCookies(context, deps.cookieName);
      throw new ProblemError(noSession, { commitsTransaction: true });
    }
    setSessionCookies(context, deps.keys, deps.cookieName, resumed);
    return getSessionInfo(
      tx,
      deps.keys,
      {
        user: toUserContext(staff),
        session: toSessionView(resumed.row),
        staffRole: staff.staff_role,
      },
      now,
    );
  }),
});
