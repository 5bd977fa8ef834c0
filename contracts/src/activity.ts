import { z } from "zod";
import {
  TimestampInput,
  can,
  fileDownload,
  get,
  defineEndpoints,
  commaSeparated,
  Id,
  paginated,
  paginationQuery,
  searchTerm,
  self,
} from "./endpoint.ts";
import { Activity, activityResults, actorTypes } from "./activity-entry.ts";
import type { Resource } from "./resource.ts";
import { type ActivityType, resources } from "./resources.ts";
import { StaffRoleId } from "./roles.ts";

const declared: readonly Resource[] = resources;
const names = new Set(declared.flatMap(({ name, hasActivity }) => (hasActivity ? [name] : [])));

/** Resources of which only denied requests are recorded: their endpoints change nothing. */
export const readOnlyActivityTypes = [
  "activity",
  "catalogue",
  "infrastructure",
  "live",
  "search",
  "system",
] as const;

/** Values of `activityType`: the resource of the endpoint, the part of its id before the dot. */
export const activityTypes = [
  ...resources.map(({ name }) => name).filter((name): name is ActivityType => names.has(name)),
  ...readOnlyActivityTypes,
].toSorted();

const staffRoleIds = StaffRoleId.options;
/** A value of `actor`: the id of a user or an access token, `staff:` and a role, or `system`. */
const ActorKey = z.union([
  Id,
  z.enum(["system", ...staffRoleIds.map((role) => `staff:${role}` as const)]),
]);

/** Maximum number of actors that one request may select. */
export const maxSelectedActors = 20;

const filters = {
  ...paginationQuery(15),
  /** Every word of the term must be in the entry: in its action, actor, target or the texts of its changes. */
  search: searchTerm,
  actor: z
    .string()
    .max(1000)
    .meta({
      description: `Ids of users or access tokens, ${staffRoleIds.map((role) => `staff:${role}`).join(", ")}, or system, separated by commas`,
    })
    .transform((text) => text.split(",").filter((key) => key !== ""))
    .pipe(z.array(ActorKey).max(maxSelectedActors))
    .optional(),
  actorType: commaSeparated(actorTypes),
  activityType: commaSeparated(activityTypes),
  /** Entries of one object; those of other objects that only mention it are left out. */
  target: Id.meta({ description: "Id of the object that the entry is about" }).optional(),
  result: commaSeparated(activityResults),
  createdAtFrom: TimestampInput.optional(),
  createdAtTo: TimestampInput.optional(),
};

/** Maximum number of actors in `ActivityFilters`. */
export const maxListedActors = 500;

/** Values of the filters that at least one entry has. */
export const ActivityFilters = z.object({
  actors: z.array(
    z.object({
      /** Value of the filter `actor`. */
      key: z.string(),
      type: z.enum(actorTypes),
      /** Name of the user or token in its newest entry; the role of staff; empty for the system. */
      name: z.string(),
      /** Whether the user is a member of the workspace, or the token is not revoked; true for other actors. */
      isCurrent: z.boolean(),
    }),
  ),
  /** Whether there are more than `maxListedActors`. */
  hasMoreActors: z.boolean(),
  activityTypes: z.array(z.enum(activityTypes)),
  results: z.array(z.enum(activityResults)),
});
export type ActivityFilters = z.infer<typeof ActivityFilters>;

const {
  page: _page,
  perPage: _perPage,
  after: _after,
  before: _before,
  ...exportFilters
} = filters;

export const activity = defineEndpoints("activity", {
  ofWorkspace: get("/api/v1/workspaces/:workspace/activity-logs", {
    summary: "List workspace activity, newest first",
    preload: { pages: ["/$workspace/activities"] },
    access: can("activity.view", "workspace"),
    query: z.strictObject(filters),
    response: paginated(Activity),
  }),
  filtersOfWorkspace: get("/api/v1/workspaces/:workspace/activity-logs/filters", {
    summary: "List the actors, types, and results that a workspace's activity can be filtered by",
    preload: { pages: ["/$workspace/activities"] },
    access: can("activity.view", "workspace"),
    response: ActivityFilters,
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
    preload: { pages: ["/my-activities"] },
    access: self,
    allowedWhileImpersonating: ["Admin", "Support"],
    query: z.strictObject(filters),
    response: paginated(Activity),
  }),
  filtersOwn: get("/api/v1/users/activity-logs/filters", {
    summary: "List the actors, types, and results that your own recent activity can be filtered by",
    preload: { pages: ["/my-activities"] },
    access: self,
    allowedWhileImpersonating: ["Admin", "Support"],
    response: ActivityFilters,
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
