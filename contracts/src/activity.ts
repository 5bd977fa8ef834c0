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
  /** Of staff, a customer is told the role and not the person. */
  actor: z.object({ type: z.enum(actorTypes), id: z.string().nullable(), name: z.string() }),
  /** Whom staff acted as; null where nobody. */
  onBehalfOf: z.object({ id: Id, name: z.string() }).nullable(),
  /** `noun.verb`, the id of the call that did it. */
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  result: z.enum(["ok", "denied", "failed"]),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  changes: Changes,
  requestId: z.string(),
  /** The command it placed, or whose result it tells; null where there is none. */
  commandId: Id.nullable(),
  createdAt: Timestamp,
  /** The same: an entry never changes. */
  updatedAt: Timestamp,
});
export type Activity = z.infer<typeof Activity>;

/** The same, as the home page tells it. */
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

/** Words of `activityType`: the noun of the call, the part of its id before the dot. */
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

/** Entries a table of them has at most: the newest. */
export const maxExportRows = 10_000;
/** Whether a table may lack some of a list: one that stopped counting may have any number. */
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
