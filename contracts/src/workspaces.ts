import { z } from "zod";
import { Happening } from "./activity.ts";
import { can, get, group, Id, page, pageQuery, post, self, Time } from "./kit.ts";
import { Money, RateMicros } from "./money.ts";
import { staffRoles, WorkspaceRoleId } from "./permissions.ts";
import { handle, name } from "./text.ts";

export const Workspace = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  colour: z.string(),
  status: z.enum(["active", "suspended", "deactivated"]),
  role: WorkspaceRoleId,
  createdAt: Time,
  updatedAt: Time,
});
export type Workspace = z.infer<typeof Workspace>;

/** The home page in one answer. A part the role may not see is null. */
export const Overview = z.object({
  instances: z
    .object({
      total: z.int(),
      byStatus: z.record(z.string(), z.int()),
      /** Running or stopped machines: both are billed. */
      billedRateMicrosPerHour: RateMicros,
    })
    .nullable(),
  projects: z.int().nullable(),
  credentials: z.int().nullable(),
  members: z.int(),
  /** Usage of this calendar month (UTC) up to `asOf`. */
  expenditure: z.object({ monthToDate: Money, asOf: Time, periodStart: Time }).nullable(),
  recent: z.array(Happening),
});
export type Overview = z.infer<typeof Overview>;

export const WorkspaceCreate = z.strictObject({ name: name(), handle });

export const workspaces = group("workspaces", {
  list: get("/api/v1/workspaces", {
    about: "The workspaces the caller has a role in",
    access: self,
    impersonated: staffRoles,
    query: z.strictObject({ ...pageQuery() }),
    returns: page(Workspace),
  }),
  create: post("/api/v1/workspaces", {
    about: "Open a workspace; the caller becomes its owner",
    access: self,
    body: WorkspaceCreate,
    returns: Workspace,
    status: 201,
    idempotent: true,
  }),
  view: get("/api/v1/workspaces/:workspace", {
    about: "One workspace",
    access: can("workspace.view", "workspace"),
    returns: Workspace,
  }),
  handleAvailability: get("/api/v1/workspace-handles/:handle", {
    about: "Whether a handle is free, and if not why; asked while it is typed",
    access: self,
    returns: z.object({
      handle: z.string(),
      available: z.boolean(),
      reason: z.enum(["taken", "reserved", "format"]).nullable(),
    }),
  }),
  overview: get("/api/v1/workspaces/:workspace/overview", {
    about: "What runs, what it costs an hour and what happened last, in one answer",
    access: can("workspace.view", "workspace"),
    returns: Overview,
  }),
});
