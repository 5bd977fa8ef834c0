/** Staff acting as a customer, from the first press to the way back. */
import type { users as calls } from "#contracts/users.ts";
import { beginImpersonation, endImpersonation } from "../auth/impersonation.ts";
import { endingOf, recordInWorkspaces } from "../auth/impersonation-record.ts";
import { sessionShown } from "../auth/enter.ts";
import { sendNotice } from "../auth/notices.ts";
import { selfOf } from "../auth/self.ts";
import { clearSessionCookies, setSessionCookies } from "../auth/sessions.ts";
import { lockAccount, lockPerson, userOf } from "../auth/accounts.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import type { Keys } from "../core/keys.ts";
import { demandRank } from "./rank.ts";

const noSession = "authentication_failed_no_session_found_ch";

export interface ImpersonationParts {
  readonly keys: Keys;
  readonly cookieName: string;
  readonly publicUrl: URL;
}

const roleNames = {
  Admin: "IT Admin",
  BusinessAdmin: "Business Admin",
  Support: "Support",
} as const;

export const impersonationHandlers = (
  parts: ImpersonationParts,
): Pick<Handlers<typeof calls>, "impersonate" | "endImpersonation"> => ({
  impersonate: asSystem("staff and customers meet outside every tenant", async (context) => {
    const { tx, now, caller, path, query, request, note, enqueue } = context;
    const role = caller.staffRole;
    if (role === null) throw new Refusal("permission_denied_missing_role");
    if (path.user === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
    const target = await lockPerson(tx, path.user);
    if (target.status !== "active") throw new Refusal("not_found");
    demandRank(
      caller,
      { id: target.id, staffRole: target.staff_role },
      "impersonate",
      "staff.user.impersonate",
    );
    const begun = await beginImpersonation(tx, parts.keys, {
      target,
      admin: { id: caller.user.id, role },
      session: caller.session,
      ip: request.ip,
      userAgent: request.userAgent,
      now,
    });
    if (begun === null) throw new Refusal(noSession);
    const changes =
      query.reason === undefined || query.reason === ""
        ? []
        : [{ field: "reason", from: null, to: query.reason }];
    note({ target: { type: "user", id: target.id, name: target.email }, changes });
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
    await sendNotice(parts, { tx, now, enqueue }, target, "impersonated", {
      role: roleNames[role],
    });
    // The cookie goes out once the entry of the audit is on disk: what is not recorded does not begin.
    setSessionCookies(context, parts.keys, parts.cookieName, begun);
    return selfOf(
      tx,
      parts.keys,
      {
        user: userOf(target),
        session: { ...sessionShown(begun.row), adminId: caller.user.id, adminRole: role },
        staffRole: null,
      },
      now,
    );
  }),

  endImpersonation: asSystem("a session belongs to no tenant", async (context) => {
    const { tx, now, caller, note } = context;
    const { parentSessionId, adminId } = caller.session;
    if (parentSessionId === null || adminId === null) throw new Refusal(noSession);
    note({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
    const ending = endingOf(caller);
    if (ending !== null) await recordInWorkspaces(context, ending);
    const staff = await lockAccount(tx, adminId);
    const session = { id: caller.session.id, parentId: parentSessionId };
    const resumed = await endImpersonation(tx, parts.keys, session, now);
    if (staff === null || resumed === null) {
      clearSessionCookies(context, parts.cookieName);
      throw new Refusal(noSession, { keepsChanges: true });
    }
    setSessionCookies(context, parts.keys, parts.cookieName, resumed);
    return selfOf(
      tx,
      parts.keys,
      {
        user: userOf(staff),
        session: sessionShown(resumed.row),
        staffRole: staff.staff_role,
      },
      now,
    );
  }),
});
