/**
 * Roles, permissions and the roles that hold them: one table, used by the server's guard and the console's buttons.
 */
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
 * Access level of a permission: `all` objects of the workspace, `own` (created by the user, or inside a project
 * created by the user), or `granted` (projects granted to the user, and their content).
 */
export type AccessLevel = "all" | "own" | "granted";

type RoleAccess = Partial<Record<WorkspaceRoleId, AccessLevel>>;

const allRoles: RoleAccess = {
  owner: "all",
  administrator: "all",
  team_member: "all",
  limited_team_member: "all",
  billing_administrator: "all",
};
const ownerOnly: RoleAccess = { owner: "all" };
const ownersAndAdministrators: RoleAccess = { owner: "all", administrator: "all" };
const contributors: RoleAccess = { ...ownersAndAdministrators, team_member: "all" };
const contributorsOwnOnly: RoleAccess = { ...ownersAndAdministrators, team_member: "own" };
const viewers: RoleAccess = { ...contributors, limited_team_member: "granted" };
const billingRoles: RoleAccess = { ...ownersAndAdministrators, billing_administrator: "all" };

export const workspacePermissions = {
  "workspace.view": allRoles,
  "workspace.update": ownerOnly,
  "workspace.delete": ownerOnly,
  "member.view": { ...contributors, billing_administrator: "all" },
  "member.invite": ownerOnly,
  "member.manage": ownerOnly,
  "member.leave": allRoles,
  "invite.view": ownersAndAdministrators,
  "owner.reassign": ownerOnly,
  "token.view": ownersAndAdministrators,
  "token.create": ownersAndAdministrators,
  "token.delete": ownersAndAdministrators,
  "activity.view": ownersAndAdministrators,
  "credential.view": contributors,
  "credential.create": contributors,
  "credential.delete": contributorsOwnOnly,
  "credential.set_default": ownersAndAdministrators,
  "project.view": viewers,
  "project.create": contributors,
  "project.update": { owner: "all", team_member: "own" },
  "project.delete": { owner: "all", team_member: "own" },
  "project.assign": contributorsOwnOnly,
  "instance.view": viewers,
  "instance.logs": viewers,
  "instance.reset": contributorsOwnOnly,
  "instance.terminate": contributorsOwnOnly,
  "instance.create": contributorsOwnOnly,
  "billing.view": billingRoles,
  "billing.estimate": { ...contributors, billing_administrator: "all" },
  "billing.info_update": billingRoles,
  "billing.payment_method_manage": billingRoles,
  "billing.promo_use": billingRoles,
  "billing.limit_request": billingRoles,
  "billing.alert_manage": billingRoles,
} satisfies Record<string, RoleAccess>;
export type WorkspacePermission = keyof typeof workspacePermissions;

/** Access level of `permission` for `role`; null when the role does not hold it. */
export function accessLevel(
  role: WorkspaceRoleId,
  permission: WorkspacePermission,
): AccessLevel | null {
  const holders: RoleAccess = workspacePermissions[permission];
  return holders[role] ?? null;
}

/** The permissions of a role, as in the session info. */
export function permissionsForRole(role: WorkspaceRoleId): WorkspacePermission[] {
  return permissionNames.filter((permission) => accessLevel(role, permission) !== null);
}

/** Roles that hold a permission, to show who can do or grant something. */
export function rolesWithPermission(permission: WorkspacePermission): WorkspaceRoleId[] {
  return workspaceRoles.filter((role) => accessLevel(role, permission) !== null);
}

export const permissionNames = Object.keys(workspacePermissions).filter(
  (name): name is WorkspacePermission => name in workspacePermissions,
);

export const staffRoles = ["Admin", "BusinessAdmin", "Support"] as const;
export const StaffRoleId = z.enum(staffRoles);
export type StaffRoleId = z.infer<typeof StaffRoleId>;

const admins = ["Admin"] as const;
const businessAdmins = ["BusinessAdmin"] as const;
const adminsAndSupport = ["Admin", "Support"] as const;

/**
 * Workspace permissions that remain during impersonation, with the staff roles that keep them. All others are
 * blocked: secrets, membership, ownership, purchases, terminations.
 */
export const impersonationMasks: Partial<Record<WorkspacePermission, readonly StaffRoleId[]>> = {
  "workspace.view": staffRoles,
  "member.view": staffRoles,
  "invite.view": adminsAndSupport,
  "project.view": adminsAndSupport,
  "instance.view": adminsAndSupport,
  "instance.logs": adminsAndSupport,
  "credential.view": adminsAndSupport,
  "activity.view": adminsAndSupport,
  "token.view": adminsAndSupport,
  "project.create": admins,
  "project.update": admins,
  "project.assign": admins,
  "instance.reset": admins,
  "credential.create": admins,
  "credential.set_default": admins,
  "billing.view": businessAdmins,
  "billing.estimate": businessAdmins,
  "billing.info_update": businessAdmins,
  "billing.promo_use": businessAdmins,
  "billing.limit_request": businessAdmins,
  "billing.alert_manage": businessAdmins,
};

export const isBlockedWhileImpersonating = (
  permission: WorkspacePermission,
  adminRole: StaffRoleId,
): boolean => impersonationMasks[permission]?.includes(adminRole) !== true;

/** `field`: only some fields of the object. */
type StaffAccessLevel = "all" | "field";
const adminOnly = { Admin: "all" } as const;
const businessAdminOnly = { BusinessAdmin: "all" } as const;
const allStaff = { Admin: "all", BusinessAdmin: "all", Support: "all" } as const;
const adminAndSupport = { Admin: "all", Support: "all" } as const;

export const staffPermissions = {
  "staff.user.view": allStaff,
  "staff.user.update": { Admin: "all", Support: "field" },
  "staff.user.restore": adminOnly,
  "staff.user.delete_forever": adminOnly,
  "staff.user.impersonate": allStaff,
  "staff.data_copy.view": adminAndSupport,
  "staff.data_copy.retry": adminAndSupport,
  "staff.workspace_role.view": adminAndSupport,
  "staff.workspace_role.manage": adminOnly,
  "staff.workspace_role.owner_reassign": adminOnly,
  "staff.staff_role.view": adminOnly,
  "staff.staff_role.assign": adminOnly,
  "staff.staff_role.expire": adminOnly,
  "staff.workspace.view": allStaff,
  "staff.workspace.delete": adminOnly,
  "staff.workspace.balance_view": businessAdminOnly,
  "staff.workspace.balance_add": businessAdminOnly,
  "staff.billing.limits_view": businessAdminOnly,
  "staff.billing.limits_update": businessAdminOnly,
  "staff.billing.view": businessAdminOnly,
  "staff.invoice.view": businessAdminOnly,
  "staff.invoice.create": businessAdminOnly,
  "staff.invoice.reverse": businessAdminOnly,
  "staff.billing.refund": businessAdminOnly,
  "staff.promo.view": businessAdminOnly,
  "staff.promo.manage": businessAdminOnly,
  "staff.instance.view": adminAndSupport,
  "staff.instance.delete": adminOnly,
  "staff.instance.reset": adminOnly,
  "staff.instance.logs_view": adminAndSupport,
  "staff.instance.logs_manage": adminOnly,
  "staff.command.view": adminOnly,
  "staff.bm_item.view": adminOnly,
  "staff.bm_item.manage": adminOnly,
  "staff.bm_product.view": adminOnly,
  "staff.bm_product.manage": adminOnly,
  "staff.report.view": { Admin: "all", BusinessAdmin: "all" },
  "staff.report.orders": businessAdminOnly,
  "staff.image.view": adminOnly,
  "staff.image.manage": adminOnly,
  "staff.volume.view": adminOnly,
  "staff.volume.manage": adminOnly,
  "staff.infra.view": adminOnly,
  "staff.maintenance.toggle": adminOnly,
  "staff.setup.view": allStaff,
} satisfies Record<string, Partial<Record<StaffRoleId, StaffAccessLevel>>>;
export type StaffPermission = keyof typeof staffPermissions;

export function staffAccessLevel(
  role: StaffRoleId,
  permission: StaffPermission,
): StaffAccessLevel | null {
  const holders: Partial<Record<StaffRoleId, StaffAccessLevel>> = staffPermissions[permission];
  return holders[role] ?? null;
}

export const staffPermissionNames = Object.keys(staffPermissions).filter(
  (name): name is StaffPermission => name in staffPermissions,
);

/** Actions of staff on the account of another user. */
export const staffActs = ["edit", "deactivate", "restore", "delete", "impersonate"] as const;
export type StaffAct = (typeof staffActs)[number];

/**
 * Staff roles whose accounts each staff role may change. An IT Admin also changes other IT Admins, because no other
 * role could.
 */
const changesStaff: Record<StaffRoleId, readonly StaffRoleId[]> = {
  Admin: staffRoles,
  BusinessAdmin: [],
  Support: [],
};

/**
 * The rank rule, in addition to the permission: whether a staff role may do this to the account of a user with the
 * staff role `target`, null for a customer. Nobody may impersonate staff.
 */
export function mayActOn(actor: StaffRoleId, target: StaffRoleId | null, act: StaffAct): boolean {
  if (target === null) return true;
  return act !== "impersonate" && changesStaff[actor].includes(target);
}
