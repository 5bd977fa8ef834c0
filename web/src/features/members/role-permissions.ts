/** What a role can and cannot do, area by area, read from the table the server judges by. */
import { accessLevel, type WorkspacePermission } from "#contracts/permissions.ts";
import type { AccessLevel, WorkspaceRoleId } from "#contracts/roles.ts";

/** In the order they are shown; seeing comes before changing. */
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
  /** What is held, by how far it reaches. */
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

/** Leaves everything as it is. */
const isReadOnlyPermission = (permission: WorkspacePermission): boolean =>
  /\.(?:view|logs|estimate|leave)$/.test(permission);

/** The areas in which a role changes something. */
export const areasWithWriteAccess = (role: WorkspaceRoleId): readonly Area[] =>
  allAreas.filter((area) =>
    areas[area].some(
      (permission) => !isReadOnlyPermission(permission) && accessLevel(role, permission) !== null,
    ),
  );
