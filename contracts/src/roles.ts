/** Roles of workspaces and of staff, and the groups of roles that permissions are given to. */
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
 * How far a permission reaches: `all` objects of the workspace, `own` (created by the caller, or inside a
 * project created by the caller), or `granted` (projects the caller was given access to, and what is in them).
 */
export type AccessLevel = "all" | "own" | "granted";

/** The roles that hold a permission, each with how far it reaches. */
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
