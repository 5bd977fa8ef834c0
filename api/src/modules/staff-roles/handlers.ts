/** Handlers of staff roles. A change revokes all sessions of the staff member, including impersonations. */
import { actionDenial } from "#contracts/actions/action.ts";
import { staffRoleActions } from "#contracts/actions/users.ts";
import { staffPermissionNames, staffAccessLevel } from "#contracts/permissions.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import type { staffRoles as endpoints } from "#contracts/staff-roles.ts";
import { revokeAllSessions } from "../auth/sessions/sessions.ts";
import { lockAccountOrThrow } from "../accounts/accounts.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { assertNotLastAdmin } from "./last-admin.ts";
import { expireRole, assignRole, listStaffMembers, getStaffMember } from "./store.ts";

const systemReason = "staff belong to no tenant";

export const staffRolesHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler(systemReason, ({ query }) => listStaffMembers(query)),

  roles: async () => ({
    roles: StaffRoleId.options.map((id) => ({
      id,
      permissions: staffPermissionNames
        .filter((permission) => staffAccessLevel(id, permission) !== null)
        .map((name) => ({ name })),
    })),
  }),

  assign: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit }) => {
    const actor = toActor(caller);
    const known = { id: path.user, status: "active" } as const;
    assertNotDenied(actionDenial(actor, staffRoleActions.assign, known, now));
    if (body.roleId !== "Admin")
      await assertNotLastAdmin(tx, path.user, "cannot_reassign_only_admin");
    const user = await lockAccountOrThrow(tx, path.user);
    assertNotDenied(actionDenial(actor, staffRoleActions.assign, user, now));
    const target = { type: "user", id: user.id, name: user.email };
    if (user.staff_role === body.roleId) {
      audit({ target });
      return getStaffMember(tx, user.id);
    }
    await assignRole(tx, { userId: user.id, role: body.roleId, by: caller.user.id, now });
    await revokeAllSessions(tx, user.id, "staff_role_changed", now);
    audit({
      target,
      changes: [{ field: "staffRole", from: user.staff_role, to: body.roleId }],
    });
    return getStaffMember(tx, user.id);
  }),

  expire: systemHandler(systemReason, async ({ tx, now, caller, path, audit }) => {
    assertNotDenied(actionDenial(toActor(caller), staffRoleActions.expire, { id: path.user }, now));
    await assertNotLastAdmin(tx, path.user);
    const user = await lockAccountOrThrow(tx, path.user);
    if (user.staff_role === null) throw new ProblemError("not_found");
    await expireRole(tx, user.id, now);
    await revokeAllSessions(tx, user.id, "staff_role_changed", now);
    audit({
      target: { type: "user", id: user.id, name: user.email },
      changes: [{ field: "staffRole", from: user.staff_role, to: null }],
    });
    return null;
  }),
};
