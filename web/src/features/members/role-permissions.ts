/** What a role can and cannot do, by area, derived from the permission table of the contract. */
import {
  type AccessLevel,
  accessLevel,
  type WorkspacePermission,
  type WorkspaceRoleId,
} from "#contracts/permissions.ts";

/** In display order; read permissions come before write permissions. */
export const areas = {
  instances: [
    "instance.view",
    "instance.logs",
    "instance.create",
    "instance.reset",
    "instance.terminate",
  ],
  projects: [
    "project.view",
    "project.create",
    "project.update",
    "project.delete",
    "project.assign",
  ],
  keys: ["credential.view", "credential.create", "credential.delete", "credential.set_default"],
  tokens: ["token.view", "token.create", "token.delete"],
  billing: [
    "billing.estimate",
    "billing.view",
    "billing.info_update",
    "billing.payment_method_manage",
    "billing.promo_use",
    "billing.limit_request",
    "billing.alert_manage",
  ],
  members: ["member.view", "invite.view", "member.invite", "member.manage", "owner.reassign"],
  workspace: [
    "workspace.view",
    "activity.view",
    "member.leave",
    "workspace.update",
    "workspace.delete",
  ],
} as const satisfies Record<string, readonly WorkspacePermission[]>;
export type Area = keyof typeof areas;

interface AreaPermissions {
  readonly area: Area;
  /** Held permissions by access level. */
  readonly can: Readonly<Record<AccessLevel, readonly WorkspacePermission[]>>;
  readonly cannot: readonly WorkspacePermission[];
}

const isArea = (name: string): name is Area => name in areas;
const allAreas = Object.keys(areas).filter(isArea);

export const permissionsByArea = (role: WorkspaceRoleId): readonly AreaPermissions[] =>
  allAreas.map((area) => {
    const those = (reach: AccessLevel | null) =>
      areas[area].filter((permission) => accessLevel(role, permission) === reach);
    return {
      area,
      can: { all: those("all"), own: those("own"), granted: those("granted") },
      cannot: those(null),
    };
  });

/** Whether the permission only reads. */
const isReadOnlyPermission = (permission: WorkspacePermission): boolean =>
  /\.(?:view|logs|estimate|leave)$/.test(permission);

/** The areas in which a role may change something. */
export const areasWithWriteAccess = (role: WorkspaceRoleId): readonly Area[] =>
  allAreas.filter((area) =>
    areas[area].some(
      (permission) => !isReadOnlyPermission(permission) && accessLevel(role, permission) !== null,
    ),
  );
