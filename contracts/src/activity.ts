import { z } from "zod";
import {
  TimestampInput,
  can,
  fileDownload,
  get,
  defineResource,
  Id,
  commaSeparated,
  paginated,
  type PageMeta,
  paginationQuery,
  self,
  Timestamp,
} from "./endpoint.ts";

export const actorTypes = ["user", "staff", "token", "system"] as const;

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }));

export const Activity = z.object({
  id: Id,
  at: Timestamp,
  /** For staff, a customer sees the role and not the person. */
  actor: z.object({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  /** The user whom staff impersonated; null without impersonation. */
  onBehalfOf: z.object({ id: Id, name: z.string() }).nullable(),
  /** `resource.key`: id of the endpoint that caused it. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  result: z.enum(["ok", "denied", "failed"]),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  changes: Changes,
  requestId: z.string(),
  /** The command it created, or whose result it reports; null without a command. */
  commandId: Id.nullable(),
  createdAt: Timestamp,
  /** Equal to `createdAt`: an activity never changes. */
  updatedAt: Timestamp,
});
export type Activity = z.infer<typeof Activity>;

/** The fields that the home page shows. */
export const RecentActivity = Activity.pick({
  id: true,
  at: true,
  action: true,
  target: true,
  changes: true,
}).extend({
  actorName: z.string(),
});
export type RecentActivity = z.infer<typeof RecentActivity>;

/** Values of `activityType`: the resource of the endpoint, the part of its id before the dot. */
export const activityTypes = [
  "account",
  "adminWorkspaces",
  "auth",
  "billing",
  "credentials",
  "instances",
  "invites",
  "maintenance",
  "members",
  "projects",
  "sessions",
  "staffRoles",
  "tokens",
  "users",
  "workspaces",
] as const;

const filters = {
  ...paginationQuery(15),
  actorType: commaSeparated(actorTypes),
  activityType: commaSeparated(activityTypes),
  result: commaSeparated(["ok", "denied", "failed"]),
  createdAtFrom: TimestampInput.optional(),
  createdAtTo: TimestampInput.optional(),
};

/** Maximum number of rows of an export; the newest are kept. */
export const maxExportRows = 10_000;
/** Whether an export may be incomplete. A list with an inexact total may have any number of rows. */
export const exceedsExportLimit = ({
  total,
  totalIsExact,
}: Pick<PageMeta, "total" | "totalIsExact">) => !totalIsExact || total > maxExportRows;

const {
  page: _page,
  perPage: _perPage,
  after: _after,
  before: _before,
  ...exportFilters
} = filters;

export const activity = defineResource("activity", {
  ofWorkspace: get("/api/v1/workspaces/:workspace/activity-logs", {
    summary: "List workspace activity, newest first",
    access: can("activity.view", "workspace"),
    query: z.strictObject(filters),
    response: paginated(Activity),
  }),
  exportOfWorkspace: get("/api/v1/workspaces/:workspace/activity-logs/export", {
    summary: "Export activity as CSV (up to the 10,000 most recent entries)",
    access: can("activity.view", "workspace"),
    query: z.strictObject(exportFilters),
    responseFileType: "text/csv",
    response: fileDownload,
  }),
  viewOfWorkspace: get("/api/v1/workspaces/:workspace/activity-logs/:log", {
    summary: "Get a workspace activity entry",
    access: can("activity.view", "log"),
    response: Activity,
  }),
  own: get("/api/v1/users/activity-logs", {
    summary: "List your own activity and account events, newest first",
    access: self,
    allowedWhileImpersonating: ["Admin", "Support"],
    query: z.strictObject(filters),
    response: paginated(Activity),
  }),
  exportOwn: get("/api/v1/users/activity-logs/export", {
    summary: "Export activity as CSV (up to the 10,000 most recent entries)",
    access: self,
    query: z.strictObject(exportFilters),
    responseFileType: "text/csv",
    response: fileDownload,
  }),
  viewOwn: get("/api/v1/users/activity-logs/:log", {
    summary: "Get an entry of your own activity",
    access: self,
    allowedWhileImpersonating: ["Admin", "Support"],
    response: Activity,
  }),
});
