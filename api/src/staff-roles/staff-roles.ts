/** Who works here, and as what. A change of it ends every session of the person, and what they do as customers. */
import { StaffRoleId, staffPermissionNames, staffReachOf } from "#contracts/permissions.ts";
import type { staffRoles as calls } from "#contracts/staff-roles.ts";
import { endSessions } from "../auth/sessions.ts";
import { lockPerson } from "../auth/accounts.ts";
import type { Caller } from "../core/access.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers, systemListing } from "../core/handlers.ts";
import { demandAnotherAdmin } from "./last-admin.ts";
import { expireRole, giveRole, listStaff, viewStaff } from "./store.ts";

const reason = "staff belong to no tenant";

export const staffRoleHandlers: Handlers<typeof calls> = {
  list: systemListing(reason, ({ query }) => listStaff(query)),

  roles: async () => ({
    roles: StaffRoleId.options.map((id) => ({
      id,
      permissions: staffPermissionNames
        .filter((permission) => staffReachOf(id, permission) !== null)
        .map((name) => ({ name })),
    })),
  }),

  assign: asSystem(reason, async ({ tx, now, caller, path, body, note }) => {
    checkOther(caller, path.user);
    if (body.roleId !== "Admin")
      await demandAnotherAdmin(tx, path.user, "cannot_reassign_only_admin");
    const person = await lockPerson(tx, path.user);
    // Whoever cannot sign in is nobody to give keys to.
    if (person.status !== "active") throw new Refusal("not_found");
    const target = { type: "user", id: person.id, name: person.email };
    if (person.staff_role === body.roleId) {
      note({ target });
      return viewStaff(tx, person.id);
    }
    await giveRole(tx, { userId: person.id, role: body.roleId, by: caller.user.id, now });
    await endSessions(tx, person.id, "staff_role_changed", now);
    note({
      target,
      changes: [{ field: "staffRole", from: person.staff_role, to: body.roleId }],
    });
    return viewStaff(tx, person.id);
  }),

  expire: asSystem(reason, async ({ tx, now, caller, path, note }) => {
    checkOther(caller, path.user);
    await demandAnotherAdmin(tx, path.user);
    const person = await lockPerson(tx, path.user);
    if (person.staff_role === null) throw new Refusal("not_found");
    await expireRole(tx, person.id, now);
    await endSessions(tx, person.id, "staff_role_changed", now);
    note({
      target: { type: "user", id: person.id, name: person.email },
      changes: [{ field: "staffRole", from: person.staff_role, to: null }],
    });
    return null;
  }),
};

function checkOther(caller: Caller, userId: string): void {
  if (userId === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
}
