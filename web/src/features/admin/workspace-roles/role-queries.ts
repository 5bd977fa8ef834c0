import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { users } from "#contracts/users.ts";
import { workspaceRoles } from "#contracts/workspace-roles.ts";

/** Queries to invalidate after the role of a user in a workspace changed. */
export const roleQueries = [
  workspaceRoles.list,
  adminWorkspaces.view,
  adminWorkspaces.list,
  users.view,
  users.list,
  users.noRole,
];
