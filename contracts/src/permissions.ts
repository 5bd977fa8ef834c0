/** Permissions and the roles that hold them, for the authorization of the server and the buttons of the console. */
import type { Resource } from "./resource.ts";
import { type DeclaredPermission, resources } from "./resources.ts";
import {
  type AccessLevel,
  type RoleAccess,
  type StaffRoleId,
  staffRoles,
  type WorkspaceRoleId,
  workspaceRoles,
} from "./roles.ts";

export type WorkspacePermission = DeclaredPermission;

const declared: readonly Resource[] = resources;
const definitions = declared.flatMap(({ permissions = {} }) => Object.entries(permissions));

const access = definitions.map(([name, { roles }]) => [name, roles]);
/** The roles that hold each permission. */
export const workspacePermissions: Readonly<Record<WorkspacePermission, RoleAccess>> =
  Object.fromEntries(access);

/** Access level of the role; null if it does not hold the permission. */
export function accessLevel(
  role: WorkspaceRoleId,
  permission: WorkspacePermission,
): AccessLevel | null {
  return workspacePermissions[permission][role] ?? null;
}

/** Permissions of a role, as the session response lists them. */
export function permissionsForRole(role: WorkspaceRoleId): WorkspacePermission[] {
  return permissionNames.filter((permission) => accessLevel(role, permission) !== null);
}

/** Roles that hold a permission. */
export function rolesWithPermission(permission: WorkspacePermission): WorkspaceRoleId[] {
  return workspaceRoles.filter((role) => accessLevel(role, permission) !== null);
}

export const permissionNames = Object.keys(workspacePermissions).filter(
  (name): name is WorkspacePermission => name in workspacePermissions,
);

const masks = definitions.flatMap(([name, { whileImpersonating }]) =>
  whileImpersonating === undefined ? [] : [[name, whileImpersonating]],
);
/**
 * Customer permissions that staff keep while they act as the customer, by staff role. All others are blocked: secrets,
 * membership, ownership, purchases, terminations.
 */
export const impersonationMasks: Readonly<
  Partial<Record<WorkspacePermission, readonly StaffRoleId[]>>
> = Object.fromEntries(masks);

export const isBlockedWhileImpersonating = (
  permission: WorkspacePermission,
  adminRole: StaffRoleId,
): boolean => impersonationMasks[permission]?.includes(adminRole) !== true;

const suspended = definitions.flatMap(([name, { blockedWhileSuspended }]) =>
  blockedWhileSuspended === true ? [name] : [],
);
const blockedWhileSuspended: ReadonlySet<string> = new Set(suspended);

/** Whether nobody has the permission while the workspace is suspended. */
export const isBlockedWhileSuspended = (permission: WorkspacePermission): boolean =>
  blockedWhileSuspended.has(permission);

/** `field`: only some fields of the object. */
type StaffAccessLevel = "all" | "field";
const adminOnly = { Admin: "all" } as const;
const businessAdminOnly = { BusinessAdmin: "all" } as const;
const allStaff = { Admin: "all", BusinessAdmin: "all", Support: "all" } as const;
const adminAndSupport = { Admin: "all", Support: "all" } as const;

export const staffPermissions = {
  "staff.user.view": allStaff,
  "staff.user.activity_view": adminAndSupport,
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
  "staff.workspace.suspend": adminOnly,
  "staff.workspace.balance_view": businessAdminOnly,
  "staff.workspace.balance_add": businessAdminOnly,
  "staff.billing.limits_view": businessAdminOnly,
  "staff.billing.limits_update": businessAdminOnly,
  "staff.billing.view": businessAdminOnly,
  "staff.invoice.view": businessAdminOnly,
  "staff.invoice.create": businessAdminOnly,
  "staff.invoice.reverse": businessAdminOnly,
  "staff.billing.refund": businessAdminOnly,
  "staff.billing.bank_payment": businessAdminOnly,
  "staff.invoice.write_off": businessAdminOnly,
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
  "staff.product.manage": adminOnly,
  "staff.infra.view": adminOnly,
  "staff.infra.sync": adminOnly,
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

/** Staff roles that hold a permission. */
export const staffRolesWithPermission = (permission: StaffPermission): StaffRoleId[] =>
  staffRoles.filter((role) => staffAccessLevel(role, permission) !== null);

export const isStaffPermission = (name: string): name is StaffPermission =>
  name in staffPermissions;

/** What staff do to the account of another user. */
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
