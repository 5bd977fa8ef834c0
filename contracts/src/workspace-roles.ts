/** Roles of users in workspaces, for staff. The rules are those of the workspace's own members (members.ts). */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { workspaceStatuses } from "./admin-workspaces.ts";
import { AssignableRole } from "./members.ts";
import { defineResource } from "./resource.ts";
import { WorkspaceRoleId, workspaceRoles as roleIds } from "./roles.ts";
import { multilineText } from "./text.ts";
import { userStatuses } from "./users.ts";

export const UserWorkspaceRole = z.object({
  id: Id,
  user: z.object({
    id: Id,
    email: z.string(),
    name: z.string(),
    status: z.enum(userStatuses),
  }),
  workspace: z.object({
    id: Id,
    handle: z.string(),
    name: z.string(),
    status: z.enum(workspaceStatuses),
  }),
  role: WorkspaceRoleId,
  /** The user's default workspace. */
  isDefault: z.boolean(),
  /** Projects that a limited team member may see; empty for all other roles. */
  projects: z.array(z.object({ id: Id, name: z.string() })),
  createdAt: Timestamp,
  /** When the role was last changed. */
  updatedAt: Timestamp,
});
export type UserWorkspaceRole = z.infer<typeof UserWorkspaceRole>;

/** How many projects of a workspace `roles` lists. */
export const maxGrantableProjects = 500;

const grant = {
  roleId: AssignableRole,
  /** For limited team members. */
  projectIds: z.array(Id).max(100).default([]),
  /** Its members read it in the activity of the workspace. */
  reason: multilineText(500).pipe(z.string().min(1)),
};

export const workspaceRolesResource = defineResource("workspaceRoles", { hasActivity: true });

export const workspaceRoles = defineEndpoints(workspaceRolesResource, {
  list: get("/admin/user-workspace-roles", {
    summary: "List the roles of users in workspaces, newest first",
    access: staff("staff.workspace_role.view"),
    query: z.strictObject({
      ...paginationQuery(10),
      user: Id.optional(),
      workspace: Id.optional(),
      role: commaSeparated(roleIds),
      orderBy: orderBy(["createdAt"]),
    }),
    response: paginated(UserWorkspaceRole),
  }),
  roles: get("/admin/user-workspace-roles/roles", {
    summary:
      "List workspace roles with their permissions, and the projects that a limited team member of a workspace can be given",
    access: staff("staff.workspace_role.view"),
    query: z.strictObject({ workspace: Id.optional() }),
    response: z.object({
      roles: z.array(
        z.object({ id: WorkspaceRoleId, permissions: z.array(z.object({ name: z.string() })) }),
      ),
      /** The first 500 by name; empty without a workspace. */
      projects: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
  add: post("/admin/user-workspace-roles", {
    summary: "Add a user to a workspace",
    access: staff("staff.workspace_role.manage"),
    requiresReauthentication: true,
    body: z.strictObject({ userId: Id, workspaceId: Id, ...grant }),
    response: UserWorkspaceRole,
    status: 201,
  }),
  change: put("/admin/user-workspace-roles", {
    summary: "Change the role of a member, or the projects a limited team member can access",
    access: staff("staff.workspace_role.manage"),
    requiresReauthentication: true,
    body: z.strictObject({ id: Id, ...grant }),
    response: UserWorkspaceRole,
  }),
  reassignOwner: post("/admin/user-workspace-roles/owner/reassign", {
    summary:
      "Make a member the owner of their workspace. The previous owner becomes an administrator",
    access: staff("staff.workspace_role.owner_reassign"),
    requiresReauthentication: true,
    body: z.strictObject({
      /** The role of the member who becomes the owner. */
      id: Id,
      /** The workspace's handle, typed as a confirmation of the transfer. */
      handle: z.string().min(1),
      reason: grant.reason,
    }),
    response: UserWorkspaceRole,
  }),
});
