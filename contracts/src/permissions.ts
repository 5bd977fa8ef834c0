/** Roles, permissions and who holds what: one table, read by the server's guard and by the console's buttons. */
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
 * How far a permission reaches: `all` objects of the workspace, `own` (made by oneself, or inside a
 * project made by oneself), or `granted` (projects one was given, and what is in them).
 */
export type Reach = "all" | "own" | "granted";

type Holders = Partial<Record<WorkspaceRoleId, Reach>>;

const everyone: Holders = {
  owner: "all",
  administrator: "all",
  team_member: "all",
  limited_team_member: "all",
  billing_administrator: "all",
};
const owner: Holders = { owner: "all" };
const managers: Holders = { owner: "all", administrator: "all" };
const makers: Holders = { ...managers, team_member: "all" };
const makersOfOwn: Holders = { ...managers, team_member: "own" };
const viewers: Holders = { ...makers, limited_team_member: "granted" };
const payers: Holders = { ...managers, billing_administrator: "all" };

export const workspacePermissions = {
  "workspace.view": everyone,
  "workspace.update": owner,
  "workspace.delete": owner,
  "member.view": { ...makers, billing_administrator: "all" },
  "member.invite": owner,
  "member.manage": owner,
  "member.leave": everyone,
  "invite.view": managers,
  "owner.reassign": owner,
  "token.view": managers,
  "token.create": managers,
  "token.delete": managers,
  "activity.view": managers,
  "credential.view": makers,
  "credential.create": makers,
  "credential.delete": makersOfOwn,
  "credential.set_default": managers,
  "project.view": viewers,
  "project.create": makers,
  "project.update": { owner: "all", team_member: "own" },
  "project.delete": { owner: "all", team_member: "own" },
  "project.assign": makersOfOwn,
  "instance.view": viewers,
  "instance.logs": viewers,
  "instance.reset": makersOfOwn,
  "instance.terminate": makersOfOwn,
  "instance.create": makersOfOwn,
  "billing.view": payers,
  "billing.estimate": { ...makers, billing_administrator: "all" },
  "billing.info_update": payers,
  "billing.payment_method_manage": payers,
  "billing.promo_use": payers,
  "billing.limit_request": payers,
  "billing.alert_manage": payers,
} satisfies Record<string, Holders>;
export type WorkspacePermission = keyof typeof workspacePermissions;

/** How far `role` reaches with `permission`; null when it does not hold it. */
export function reachOf(role: WorkspaceRoleId, permission: WorkspacePermission): Reach | null {
  const holders: Holders = workspacePermissions[permission];
  return holders[role] ?? null;
}

/** The permissions of a role, as the session answer lists them. */
export function permissionsOf(role: WorkspaceRoleId): WorkspacePermission[] {
  return permissionNames.filter((permission) => reachOf(role, permission) !== null);
}

/** Roles that hold a permission, for "who can grant or do this". */
export function rolesWith(permission: WorkspacePermission): WorkspaceRoleId[] {
  return workspaceRoles.filter((role) => reachOf(role, permission) !== null);
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
 * What is left of a person's permissions while staff act as them, by the kind of impersonation. What
 * is not listed is blocked: secrets, membership, ownership, purchases, terminations.
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

export const isMasked = (permission: WorkspacePermission, adminRole: StaffRoleId): boolean =>
  impersonationMasks[permission]?.includes(adminRole) !== true;

/** `field`: only some fields of the object. */
type StaffReach = "all" | "field";
const admin = { Admin: "all" } as const;
const business = { BusinessAdmin: "all" } as const;
const allStaff = { Admin: "all", BusinessAdmin: "all", Support: "all" } as const;
const adminAndSupport = { Admin: "all", Support: "all" } as const;

export const staffPermissions = {
  "staff.user.view": allStaff,
  "staff.user.update": { Admin: "all", Support: "field" },
  "staff.user.restore": admin,
  "staff.user.delete_forever": admin,
  "staff.user.impersonate": allStaff,
  "staff.data_copy.view": adminAndSupport,
  "staff.data_copy.retry": adminAndSupport,
  "staff.workspace_role.view": adminAndSupport,
  "staff.workspace_role.manage": admin,
  "staff.workspace_role.owner_reassign": admin,
  "staff.staff_role.view": admin,
  "staff.staff_role.assign": admin,
  "staff.staff_role.expire": admin,
  "staff.workspace.view": allStaff,
  "staff.workspace.delete": admin,
  "staff.workspace.balance_view": business,
  "staff.workspace.balance_add": business,
  "staff.billing.limits_view": business,
  "staff.billing.limits_update": business,
  "staff.billing.view": business,
  "staff.invoice.view": business,
  "staff.invoice.create": business,
  "staff.invoice.reverse": business,
  "staff.billing.refund": business,
  "staff.promo.view": business,
  "staff.promo.manage": business,
  "staff.instance.view": adminAndSupport,
  "staff.instance.delete": admin,
  "staff.instance.reset": admin,
  "staff.instance.logs_view": adminAndSupport,
  "staff.instance.logs_manage": admin,
  "staff.command.view": admin,
  "staff.bm_item.view": admin,
  "staff.bm_item.manage": admin,
  "staff.bm_product.view": admin,
  "staff.bm_product.manage": admin,
  "staff.report.view": { Admin: "all", BusinessAdmin: "all" },
  "staff.report.orders": business,
  "staff.image.view": admin,
  "staff.image.manage": admin,
  "staff.volume.view": admin,
  "staff.volume.manage": admin,
  "staff.infra.view": admin,
  "staff.maintenance.toggle": admin,
  "staff.setup.view": allStaff,
} satisfies Record<string, Partial<Record<StaffRoleId, StaffReach>>>;
export type StaffPermission = keyof typeof staffPermissions;

export function staffReachOf(role: StaffRoleId, permission: StaffPermission): StaffReach | null {
  const holders: Partial<Record<StaffRoleId, StaffReach>> = staffPermissions[permission];
  return holders[role] ?? null;
}

export const staffPermissionNames = Object.keys(staffPermissions).filter(
  (name): name is StaffPermission => name in staffPermissions,
);

/** What staff do to the account of another user. */
export const staffActs = ["edit", "deactivate", "restore", "delete", "impersonate"] as const;
export type StaffAct = (typeof staffActs)[number];

/** Whose accounts each staff role may change among staff. An IT Admin also changes other IT Admins: nobody else could. */
const changesStaff: Record<StaffRoleId, readonly StaffRoleId[]> = {
  Admin: staffRoles,
  BusinessAdmin: [],
  Support: [],
};

/**
 * The rank rule, on top of the permission: whether a staff role may do this to the account of someone with the
 * role `target`, null for a customer. Nobody impersonates staff.
 */
export function mayActOn(actor: StaffRoleId, target: StaffRoleId | null, act: StaffAct): boolean {
  if (target === null) return true;
  return act !== "impersonate" && changesStaff[actor].includes(target);
}
