import { z } from "zod";
import {
  AskedTime,
  can,
  download,
  get,
  group,
  Id,
  listOf,
  page,
  type PageMeta,
  pageQuery,
  self,
  Time,
} from "./kit.ts";

export const actorTypes = ["user", "staff", "token", "system"] as const;

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }));

export const Activity = z.object({
  id: Id,
  at: Time,
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
  createdAt: Time,
  /** The same: an entry never changes. */
  updatedAt: Time,
});
export type Activity = z.infer<typeof Activity>;

/** The same, as the home page tells it. */
export const Happening = Activity.pick({
  id: true,
  at: true,
  action: true,
  target: true,
  changes: true,
}).extend({
  actorName: z.string(),
});
export type Happening = z.infer<typeof Happening>;

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
  ...pageQuery(15),
  actorType: listOf(actorTypes),
  activityType: listOf(activityTypes),
  result: listOf(["ok", "denied", "failed"]),
  createdAtFrom: AskedTime.optional(),
  createdAtTo: AskedTime.optional(),
};

/** Entries a table of them has at most: the newest. */
export const exportedMost = 10_000;
/** Whether a table may lack some of a list: one that stopped counting may have any number. */
export const mayExceedExport = ({
  total,
  totalIsExact,
}: Pick<PageMeta, "total" | "totalIsExact">) => !totalIsExact || total > exportedMost;

const { page: _page, perPage: _perPage, after: _after, before: _before, ...exported } = filters;

export const activity = group("activity", {
  ofWorkspace: get("/api/v1/workspaces/:workspace/activity-logs", {
    about: "List workspace activity, newest first",
    access: can("activity.view", "workspace"),
    query: z.strictObject(filters),
    returns: page(Activity),
  }),
  exportOfWorkspace: get("/api/v1/workspaces/:workspace/activity-logs/export", {
    about: "Export activity as CSV (up to the 10,000 most recent entries)",
    access: can("activity.view", "workspace"),
    query: z.strictObject(exported),
    file: "text/csv",
    returns: download,
  }),
  viewOfWorkspace: get("/api/v1/workspaces/:workspace/activity-logs/:log", {
    about: "Get a workspace activity entry",
    access: can("activity.view", "log"),
    returns: Activity,
  }),
  own: get("/api/v1/users/activity-logs", {
    about: "List your own activity and account events, newest first",
    access: self,
    impersonated: ["Admin", "Support"],
    query: z.strictObject(filters),
    returns: page(Activity),
  }),
  exportOwn: get("/api/v1/users/activity-logs/export", {
    about: "Export activity as CSV (up to the 10,000 most recent entries)",
    access: self,
    query: z.strictObject(exported),
    file: "text/csv",
    returns: download,
  }),
  viewOwn: get("/api/v1/users/activity-logs/:log", {
    about: "Get an entry of your own activity",
    access: self,
    impersonated: ["Admin", "Support"],
    returns: Activity,
  }),
});
