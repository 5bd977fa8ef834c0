/** Handlers of staff roles. A change revokes all sessions of the staff member, including impersonations. */
import { StaffRoleId, staffPermissionNames, staffAccessLevel } from "#contracts/permissions.ts";
import type { staffRoles as calls } from "#contracts/staff-roles.ts";
import { revokeAllSessions } from "../auth/sessions/sessions.ts";
import { lockAccountOrThrow } from "../accounts/accounts.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { assertNotLastAdmin } from "./last-admin.ts";
import { expireRole, assignRole, listStaffMembers, getStaffMember } from "./store.ts";

const systemReason = "staff belong to no tenant";

export const staffRolesHandlers: Handlers<typeof calls> = {
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
    assertNotSelf(caller, path.user);
    if (body.roleId !== "Admin")
      await assertNotLastAdmin(tx, path.user, "cannot_reassign_only_admin");
    const user = await lockAccountOrThrow(tx, path.user);
    // Only an active account can get a staff role.
    if (user.status !== "active") throw new ProblemError("not_found");
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
    assertNotSelf(caller, path.user);
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

function assertNotSelf(caller: SessionCaller, userId: string): void {
  if (userId === caller.user.id) throw new ProblemError("permission_denied_cannot_do_on_self");
}
