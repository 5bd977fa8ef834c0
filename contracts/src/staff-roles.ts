/** Staff members and their roles. */
import { z } from "zod";
import {
  get,
  defineEndpoints,
  Id,
  noContent,
  paginated,
  paginationQuery,
  post,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { StaffRoleId } from "./roles.ts";
import { userStatuses } from "./users.ts";
import { defineResource } from "./resource.ts";

export const StaffMember = z.object({
  /** Id of the user. */
  id: Id,
  email: z.string(),
  name: z.string(),
  role: StaffRoleId,
  status: z.enum(userStatuses),
  twoFactorEnabled: z.boolean(),
  assignedAt: Timestamp,
  assignedBy: z.string().nullable(),
  lastActiveAt: Timestamp.nullable(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const staffRolesResource = defineResource("staffRoles", { hasActivity: true });

export const staffListQuery = z.strictObject({ ...paginationQuery(15), search: searchTerm });

export const staffRoles = defineEndpoints(staffRolesResource, {
  list: get("/admin/user-staff-roles", {
    summary: "List staff members",
    preload: { pages: ["/admin/staff"] },
    access: staff("staff.staff_role.view"),
    query: staffListQuery,
    response: paginated(StaffMember),
  }),
  roles: get("/admin/user-staff-roles/roles", {
    summary: "List staff roles with their permissions",
    preload: { pages: ["/admin/staff"] },
    access: staff("staff.staff_role.view"),
    response: z.object({
      roles: z.array(
        z.object({ id: StaffRoleId, permissions: z.array(z.object({ name: z.string() })) }),
      ),
    }),
  }),
  assign: post("/admin/user-staff-roles/:user/assign", {
    summary: "Assign a staff role to a user, replacing any current one",
    access: staff("staff.staff_role.assign"),
    requiresReauthentication: true,
    body: z.strictObject({ roleId: StaffRoleId }),
    response: StaffMember,
  }),
  expire: post("/admin/user-staff-roles/:user/expire", {
    summary: "Remove a user's staff role and end their sessions",
    access: staff("staff.staff_role.expire"),
    requiresReauthentication: true,
    response: noContent,
  }),
});
