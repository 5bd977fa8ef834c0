import { z } from "zod";
import {
  TimestampInput,
  can,
  fileDownload,
  get,
  defineEndpoints,
  commaSeparated,
  paginated,
  paginationQuery,
  self,
} from "./endpoint.ts";
import { Activity, actorTypes } from "./activity-entry.ts";
import type { Resource } from "./resource.ts";
import { type ActivityType, resources } from "./resources.ts";

const declared: readonly Resource[] = resources;
const names = new Set(declared.flatMap(({ name, hasActivity }) => (hasActivity ? [name] : [])));

/** Values of `activityType`: the resource of the endpoint, the part of its id before the dot. */
export const activityTypes = resources
  .map(({ name }) => name)
  .filter((name): name is ActivityType => names.has(name))
  .toSorted();

const filters = {
  ...paginationQuery(15),
  actorType: commaSeparated(actorTypes),
  activityType: commaSeparated(activityTypes),
  result: commaSeparated(["ok", "denied", "failed"]),
  createdAtFrom: TimestampInput.optional(),
  createdAtTo: TimestampInput.optional(),
};

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
