/** Who works here, and as what. */
import { z } from "zod";
import { get, group, Id, nothing, page, pageQuery, post, searchTerm, staff, Time } from "./kit.ts";
import { StaffRoleId } from "./permissions.ts";

export const StaffMember = z.object({
  /** Of the person. */
  id: Id,
  email: z.string(),
  name: z.string(),
  role: StaffRoleId,
  twoFactorEnabled: z.boolean(),
  assignedAt: Time,
  assignedBy: z.string().nullable(),
  lastActiveAt: Time.nullable(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const staffRoles = group("staffRoles", {
  list: get("/admin/user-staff-roles", {
    about: "List staff members",
    access: staff("staff.staff_role.view"),
    query: z.strictObject({ ...pageQuery(15), search: searchTerm }),
    returns: page(StaffMember),
  }),
  roles: get("/admin/user-staff-roles/roles", {
    about: "List staff roles with their permissions",
    access: staff("staff.staff_role.view"),
    returns: z.object({
      roles: z.array(
        z.object({ id: StaffRoleId, permissions: z.array(z.object({ name: z.string() })) }),
      ),
    }),
  }),
  assign: post("/admin/user-staff-roles/:user/assign", {
    about: "Assign a staff role to a user, replacing any current one",
    access: staff("staff.staff_role.assign"),
    confirmed: true,
    body: z.strictObject({ roleId: StaffRoleId }),
    returns: StaffMember,
  }),
  expire: post("/admin/user-staff-roles/:user/expire", {
    about: "Remove a user's staff role and end their sessions",
    access: staff("staff.staff_role.expire"),
    confirmed: true,
    returns: nothing,
  }),
});
