import { z } from "zod";
import { RecentActivity } from "./activity-entry.ts";
import {
  can,
  get,
  defineEndpoints,
  Id,
  noContent,
  paginated,
  paginationQuery,
  post,
  put,
  self,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { suspensionReasons } from "./suspension-reasons.ts";
import { Money, RateMicros } from "./money.ts";
import {
  adminsAndSupport,
  allRoles,
  ownerOnly,
  ownersAndAdministrators,
  staffRoles,
  WorkspaceRoleId,
} from "./roles.ts";
import { handle, displayName } from "./text.ts";

export const Workspace = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  colour: z.string(),
  status: z.enum(["active", "suspended", "deactivated"]),
  role: WorkspaceRoleId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const WorkspaceDetails = Workspace.extend({
  /** Null unless the workspace is suspended. */
  suspension: z
    .object({
      reason: z.enum(suspensionReasons),
      note: z.string().nullable(),
      since: Timestamp,
    })
    .nullable(),
});
export type Workspace = z.infer<typeof Workspace>;

/** A workspace of the user's own list, with a summary. */
export const WorkspaceRow = Workspace.extend({
  /** Opened after sign-in. */
  isDefault: z.boolean(),
  /** Counts of the instances that the role can see; null when it can see none. */
  instances: z
    .object({ total: z.int(), running: z.int(), billedRateMicrosPerHour: RateMicros })
    .nullable(),
  /** What was paid in and not used, minus what is owed; null if the role may not see it. */
  balance: Money.nullable(),
});
export type WorkspaceRow = z.infer<typeof WorkspaceRow>;

/**
 * Cost per day and project over `spendDays` days. Each day of a project is rounded once, so a day's total is the sum
 * of what is shown.
 */
export const spendDays = 30;
export const Spend = z.object({
  /** The first day (UTC); the last one is the day of the request, up to its time. */
  firstDay: z.iso.date(),
  currency: z.literal("USD"),
  /** Highest total first, `others` and `none` last; empty when nothing was billed. */
  series: z.array(
    z.object({
      /** `others`: the projects that have no series of their own. `none`: without a project, or of a deleted one. */
      kind: z.enum(["project", "others", "none"]),
      project: z.object({ id: Id, name: z.string(), colour: z.string() }).nullable(),
      /** One amount per day, in cents. */
      cents: z.array(z.int()),
    }),
  ),
});
export type Spend = z.infer<typeof Spend>;

export const attentionKinds = [
  "instance_failed",
  "instance_unreachable",
  "instance_slow",
  "token_expiring",
  "invite_open",
  "no_key",
] as const;

/** Something that a user should look at. */
export const Attention = z.object({
  kind: z.enum(attentionKinds),
  count: z.int(),
  /** The first three; of an invite, the email address is the name. */
  objects: z.array(z.object({ id: Id, name: z.string() })),
  /** When the first one expires, or since when the first one is being built; null for other kinds. */
  at: Timestamp.nullable(),
  /** Status reason that all of the instances have in common; null when there is none. */
  reason: z.string().nullable(),
});
export type Attention = z.infer<typeof Attention>;

/** The data of the home page. Parts that the role may not see are null. */
export const Overview = z.object({
  instances: z
    .object({
      total: z.int(),
      byStatus: z.record(z.string(), z.int()),
      /** Instances that are not terminated, largest region first. */
      byRegion: z.array(z.object({ handle: z.string(), name: z.string(), count: z.int() })),
      /** Rate of running and stopped instances: both are billed. */
      billedRateMicrosPerHour: RateMicros,
    })
    .nullable(),
  projects: z.int().nullable(),
  credentials: z.int().nullable(),
  members: z.int().nullable(),
  /** Usage of the current calendar month (UTC) up to `asOf`. */
  expenditure: z
    .object({
      monthToDate: Money,
      /** The month's total if all instances keep running as they do now. */
      projected: Money,
      /** Rate of everything that is billed now. */
      hourlyRate: RateMicros,
      asOf: Timestamp,
      periodStart: Timestamp,
      periodEnd: Timestamp,
    })
    .nullable(),
  /** What was paid in and not used, minus what is owed. */
  balance: Money.nullable(),
  spend: Spend.nullable(),
  attention: z.array(Attention),
  recent: z.array(RecentActivity),
});
export type Overview = z.infer<typeof Overview>;

/** All are dark enough for white letters. */
export const workspaceColours = [
  "#274c77",
  "#0b6b4c",
  "#7a4ea3",
  "#a8430f",
  "#8a1c4a",
  "#1f6f8b",
  "#5b5f17",
  "#44546a",
] as const;

/** Omitted fields stay unchanged. */
export const WorkspaceUpdate = z.strictObject({
  name: displayName().optional(),
  /** The old handle redirects to the new one for ninety days. */
  handle: handle.optional(),
  colour: z.enum(workspaceColours).optional(),
});

/** Something that prevents the deactivation of a workspace. */
export const WorkspaceBlocker = z.object({
  kind: z.enum(["running_instances", "unpaid_invoices"]),
  count: z.int(),
});
export type WorkspaceBlocker = z.infer<typeof WorkspaceBlocker>;

export const WorkspaceCreate = z.strictObject({ name: displayName(), handle });

export const workspacesResource = defineResource("workspaces", {
  permissions: {
    "workspace.view": {
      roles: allRoles,
      effect: "read",
      scope: "any_token",
      whileImpersonating: staffRoles,
    },
    "activity.view": {
      roles: ownersAndAdministrators,
      effect: "read",
      whileImpersonating: adminsAndSupport,
    },
    "member.leave": { roles: allRoles, effect: "read" },
    "workspace.update": { roles: ownerOnly, effect: "write" },
    "workspace.delete": { roles: ownerOnly, effect: "write" },
  },
  /** Also published for changes of members, which change who sees which projects. */
  liveTopic: {
    name: "workspace",
    permission: "workspace.view",
    staleReads: ["workspaces.", "members.", "invites.", "activity.", "projects.", "instances."],
  },
  hasActivity: true,
});

export const workspaces = defineEndpoints(workspacesResource, {
  list: get("/api/v1/workspaces", {
    summary: "List your workspaces with their running instances, hourly cost and balance",
    preload: { pages: ["/workspaces"] },
    access: self,
    allowedWhileImpersonating: staffRoles,
    query: z.strictObject({ ...paginationQuery() }),
    response: paginated(WorkspaceRow),
  }),
  create: post("/api/v1/workspaces", {
    summary: "Create a workspace. The caller becomes its owner",
    access: self,
    body: WorkspaceCreate,
    response: Workspace,
    status: 201,
    idempotent: true,
  }),
  view: get("/api/v1/workspaces/:workspace", {
    summary: "Get a workspace",
    access: can("workspace.view", "workspace"),
    response: WorkspaceDetails,
  }),
  update: put("/api/v1/workspaces/:workspace", {
    summary: "Update a workspace's name, handle, or color",
    access: can("workspace.update", "workspace"),
    body: WorkspaceUpdate,
    response: Workspace,
  }),
  makeDefault: post("/api/v1/workspaces/:workspace/default", {
    summary: "Set your default workspace",
    access: can("workspace.view", "workspace"),
    allowedWhileImpersonating: [],
    tokenScopes: [],
    response: Workspace,
  }),
  blockers: get("/api/v1/workspaces/:workspace/delete", {
    summary: "List what prevents the workspace from being deactivated",
    access: can("workspace.delete", "workspace"),
    response: z.object({ blockers: z.array(WorkspaceBlocker) }),
  }),
  remove: put("/api/v1/workspaces/:workspace/delete", {
    summary: "Deactivate the workspace. Staff can restore it for 30 days",
    access: can("workspace.delete", "workspace"),
    requiresReauthentication: true,
    /** The workspace's handle, typed as a confirmation. */
    body: z.strictObject({ handle: z.string().min(1) }),
    response: noContent,
  }),
  handleAvailability: get("/api/v1/workspace-handles/:handle", {
    summary: "Check whether a handle is available, and if not, why",
    access: self,
    response: z.object({
      handle: z.string(),
      available: z.boolean(),
      reason: z.enum(["taken", "reserved", "format"]).nullable(),
    }),
  }),
  overview: get("/api/v1/workspaces/:workspace/overview", {
    summary: "Get an overview: instances, cost, what needs attention, and recent activity",
    preload: { pages: ["/$workspace", "/$workspace/*"] },
    access: can("workspace.view", "workspace"),
    response: Overview,
  }),
});
