/** Workspaces, as staff see them. */
import { z } from "zod";
import {
  get,
  group,
  Id,
  listOf,
  orderBy,
  page,
  pageQuery,
  post,
  put,
  searchTerm,
  staff,
  Time,
} from "./kit.ts";
import { WorkspaceRoleId } from "./permissions.ts";
import { paragraph } from "./text.ts";

export const workspaceStatuses = ["active", "suspended", "deactivated"] as const;

export const AdminWorkspaceRow = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  status: z.enum(workspaceStatuses),
  owner: z.object({ id: Id, email: z.string(), name: z.string() }).nullable(),
  memberCount: z.int(),
  instanceCount: z.int(),
  createdAt: Time,
  /** A deactivated one can be restored until then. */
  restorableUntil: Time.nullable(),
});
export type AdminWorkspaceRow = z.infer<typeof AdminWorkspaceRow>;

export const AdminWorkspace = AdminWorkspaceRow.extend({
  projectCount: z.int(),
  members: z.array(
    z.object({ id: Id, email: z.string(), name: z.string(), role: WorkspaceRoleId }),
  ),
});
export type AdminWorkspace = z.infer<typeof AdminWorkspace>;

export const adminWorkspaces = group("adminWorkspaces", {
  list: get("/admin/workspaces", {
    about: "List all workspaces",
    access: staff("staff.workspace.view"),
    query: z.strictObject({
      ...pageQuery(10),
      search: searchTerm,
      status: listOf(workspaceStatuses),
      orderBy: orderBy(["handle", "createdAt"]),
    }),
    returns: page(AdminWorkspaceRow),
  }),
  count: get("/admin/workspaces/count", {
    about: "Count workspaces by status",
    access: staff("staff.workspace.view"),
    returns: z.object({
      total: z.int(),
      byStatus: z.object({ active: z.int(), suspended: z.int(), deactivated: z.int() }),
    }),
  }),
  view: get("/admin/workspaces/:adminWorkspace", {
    about: "Get a workspace with its members",
    access: staff("staff.workspace.view"),
    returns: AdminWorkspace,
  }),
  remove: put("/admin/workspaces/:adminWorkspace/delete", {
    about: "Deactivate a workspace without running instances. It can be restored for 30 days",
    access: staff("staff.workspace.delete"),
    confirmed: true,
    body: z.strictObject({
      reason: paragraph(500).pipe(z.string().min(1, { error: "Field is required" })),
    }),
    returns: AdminWorkspace,
  }),
  restore: post("/admin/workspaces/:adminWorkspace/restore", {
    about: "Restore a deactivated workspace",
    access: staff("staff.workspace.delete"),
    confirmed: true,
    returns: AdminWorkspace,
  }),
});
