/** What a role can and cannot do, by resource, from the permissions that the server checks. */
import { accessLevel, permissionNames, type WorkspacePermission } from "#contracts/permissions.ts";
import type { Resource } from "#contracts/resource.ts";
import { resources } from "#contracts/resources.ts";
import type { AccessLevel, WorkspaceRoleId } from "#contracts/roles.ts";

const declared: readonly Resource[] = resources;
const permissionsByResource = new Map(
  declared.map(({ name, permissions = {} }) => [name, Object.entries(permissions)]),
);
/** Permissions of a resource, in the order of its declaration. */
const areaPermissions = (area: string): readonly WorkspacePermission[] => {
  const names = new Set((permissionsByResource.get(area) ?? []).map(([name]) => name));
  return permissionNames.filter((name) => names.has(name));
};

const isReadOnly = (permission: WorkspacePermission): boolean =>
  declared.some(({ permissions = {} }) => permissions[permission]?.effect === "read");

interface AreaPermissions<A> {
  readonly area: A;
  /** Held permissions by access level. */
  readonly can: Readonly<Record<AccessLevel, readonly WorkspacePermission[]>>;
  readonly cannot: readonly WorkspacePermission[];
}

export const permissionsByArea = <A extends string>(
  role: WorkspaceRoleId,
  areas: readonly A[],
): readonly AreaPermissions<A>[] =>
  areas.map((area) => {
    const withLevel = (level: AccessLevel | null) =>
      areaPermissions(area).filter((permission) => accessLevel(role, permission) === level);
    return {
      area,
      can: { all: withLevel("all"), own: withLevel("own"), granted: withLevel("granted") },
      cannot: withLevel(null),
    };
  });

/** The areas in which the role has a permission that changes something. */
export const areasWithWriteAccess = <A extends string>(
  role: WorkspaceRoleId,
  areas: readonly A[],
): readonly A[] =>
  areas.filter((area) =>
    areaPermissions(area).some(
      (permission) => !isReadOnly(permission) && accessLevel(role, permission) !== null,
    ),
  );
