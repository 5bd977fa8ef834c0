/** What the generated tables of the documentation show, read from the contracts. */
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import {
  permissionNames,
  type WorkspacePermission,
  workspacePermissions,
} from "#contracts/permissions.ts";
import type { Resource } from "#contracts/resource.ts";
import { resources } from "#contracts/resources.ts";
import { tokenScopes } from "#contracts/tokens.ts";
import type { RoleRow } from "../../src/features/docs/roles-table.tsx";

const declared: readonly Resource[] = resources;
const endpoints: readonly Endpoint[] = allEndpoints;

/** Permissions of parts of the product that do not exist yet are left out: no endpoint requires them. */
const isRequired = (permission: WorkspacePermission): boolean =>
  endpoints.some(({ access }) => access.kind === "can" && access.permission === permission);

const resourceOf = (permission: WorkspacePermission): string =>
  declared.find(({ permissions = {} }) => permission in permissions)?.name ?? "";

/** Each permission with its resource and the roles that hold it. */
export const roleRows = (): readonly RoleRow[] =>
  permissionNames.filter(isRequired).map((permission) => ({
    permission,
    resource: resourceOf(permission),
    roles: workspacePermissions[permission],
  }));

export const scopeRows = (): readonly string[] => tokenScopes;
