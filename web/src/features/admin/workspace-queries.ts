import { adminWorkspaces } from "#contracts/admin-workspaces.ts";

/** Queries to invalidate after a workspace's status changed. */
export const workspaceQueries = [adminWorkspaces.view, adminWorkspaces.list, adminWorkspaces.count];
