/** Workspaces in the staff area. */
import { z } from "zod";
import {
  get,
  defineEndpoints,
  Id,
  commaSeparated,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { LimitUpdate, WorkspaceLimits } from "./limits.ts";
import { defineResource } from "./resource.ts";
import { WorkspaceRoleId } from "./roles.ts";
import { multilineText } from "./text.ts";
import { suspensionReasons } from "./suspension-reasons.ts";

export const workspaceStatuses = ["active", "suspended", "deactivated"] as const;

export const AdminWorkspaceRow = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  status: z.enum(workspaceStatuses),
  owner: z.object({ id: Id, email: z.string(), name: z.string() }).nullable(),
  memberCount: z.int(),
  instanceCount: z.int(),
  createdAt: Timestamp,
  /** A deactivated workspace can be restored until this time. */
  restorableUntil: Timestamp.nullable(),
});
export type AdminWorkspaceRow = z.infer<typeof AdminWorkspaceRow>;

export const AdminWorkspace = AdminWorkspaceRow.extend({
  /** Stays while the workspace is deactivated; null unless it is suspended. */
  suspension: z
    .object({
      reason: z.enum(suspensionReasons),
      /** What its members read. */
      note: z.string().nullable(),
      since: Timestamp,
    })
    .nullable(),
  projectCount: z.int(),
  members: z.array(
    z.object({ id: Id, email: z.string(), name: z.string(), role: WorkspaceRoleId }),
  ),
});
export type AdminWorkspace = z.infer<typeof AdminWorkspace>;

export const adminWorkspacesResource = defineResource("adminWorkspaces", { hasActivity: true });

export const workspaceListQuery = z.strictObject({
  ...paginationQuery(10),
  search: searchTerm,
  status: commaSeparated(workspaceStatuses),
  orderBy: orderBy(["handle", "createdAt"]),
});

export const adminWorkspaces = defineEndpoints(adminWorkspacesResource, {
  list: get("/admin/workspaces", {
    summary: "List all workspaces",
    preload: { pages: ["/admin/workspaces"] },
    access: staff("staff.workspace.view"),
    query: workspaceListQuery,
    response: paginated(AdminWorkspaceRow),
  }),
  count: get("/admin/workspaces/count", {
    summary: "Count workspaces by status",
    preload: { pages: ["/admin/workspaces"] },
    access: staff("staff.workspace.view"),
    response: z.object({
      total: z.int(),
      byStatus: z.object({ active: z.int(), suspended: z.int(), deactivated: z.int() }),
    }),
  }),
  view: get("/admin/workspaces/:adminWorkspace", {
    summary: "Get a workspace with its members",
    access: staff("staff.workspace.view"),
    response: AdminWorkspace,
  }),
  remove: put("/admin/workspaces/:adminWorkspace/delete", {
    summary: "Deactivate a workspace without running instances. It can be restored for 30 days",
    access: staff("staff.workspace.delete"),
    requiresReauthentication: true,
    body: z.strictObject({
      reason: multilineText(500).pipe(z.string().min(1)),
    }),
    response: AdminWorkspace,
  }),
  restore: post("/admin/workspaces/:adminWorkspace/restore", {
    summary: "Restore a deactivated workspace",
    access: staff("staff.workspace.delete"),
    requiresReauthentication: true,
    response: AdminWorkspace,
  }),
  limits: get("/admin/workspaces/:adminWorkspace/billing/limits", {
    summary: "List the limits of a workspace with what it uses of them",
    access: staff("staff.billing.limits_view"),
    response: WorkspaceLimits,
  }),
  updateLimit: put("/admin/workspaces/:adminWorkspace/billing/limits", {
    summary: "Change a limit of a workspace, and answer the open request for it",
    access: staff("staff.billing.limits_update"),
    requiresReauthentication: true,
    body: LimitUpdate,
    response: WorkspaceLimits,
  }),
});
