/** Workspace roles, staff roles, and the groups of roles that hold permissions. */
import { z } from "zod";

export const workspaceRoles = [
  "owner",
  "administrator",
  "team_member",
  "limited_team_member",
  "billing_administrator",
] as const;
export const WorkspaceRoleId = z.enum(workspaceRoles);
export type WorkspaceRoleId = z.infer<typeof WorkspaceRoleId>;

/**
 * Objects that a permission covers: `all` of the workspace, `own` (created by the caller, or in a project created by
 * the caller), or `granted` (projects the caller has access to, and the objects in them).
 */
export type AccessLevel = "all" | "own" | "granted";

/** Access level of each role that holds a permission. */
export type RoleAccess = Partial<Record<WorkspaceRoleId, AccessLevel>>;

export const allRoles: RoleAccess = {
  owner: "all",
  administrator: "all",
  team_member: "all",
  limited_team_member: "all",
  billing_administrator: "all",
};
export const ownerOnly: RoleAccess = { owner: "all" };
export const ownersAndAdministrators: RoleAccess = { owner: "all", administrator: "all" };
export const contributors: RoleAccess = { ...ownersAndAdministrators, team_member: "all" };
export const contributorsOwnOnly: RoleAccess = { ...ownersAndAdministrators, team_member: "own" };
export const viewers: RoleAccess = { ...contributors, limited_team_member: "granted" };
export const billingRoles: RoleAccess = {
  ...ownersAndAdministrators,
  billing_administrator: "all",
};

export const staffRoles = ["Admin", "BusinessAdmin", "Support"] as const;
export const StaffRoleId = z.enum(staffRoles);
export type StaffRoleId = z.infer<typeof StaffRoleId>;

export const admins = ["Admin"] as const;
export const businessAdmins = ["BusinessAdmin"] as const;
export const adminsAndSupport = ["Admin", "Support"] as const;
