import { adminWorkspaces } from "#contracts/admin-workspaces.ts";

/** What a change of a workspace's state makes stale. */
export const workspaceQueries = [adminWorkspaces.view, adminWorkspaces.list, adminWorkspaces.count];
