/** Handlers of activity: of a workspace for its managers, and of the caller's own account. */
import type { activity as endpoints } from "#contracts/activity.ts";
import { Activity } from "#contracts/activity-entry.ts";
import { registerObjectLoader } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { type Handlers, memoizedListHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { exportHandlers } from "./export.ts";
import { getOwnFilters, getWorkspaceFilters } from "./filters-store.ts";
import {
  findWorkspaceActivity,
  findOwnActivity,
  listWorkspaceActivities,
  listOwnActivities,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    log: { entry: unknown };
  }
}
registerObjectLoader("log", { find: findWorkspaceActivity, ownerId: () => null });

export const activityHandlers: Handlers<typeof endpoints> = {
  ...exportHandlers,

  ofWorkspace: memoizedListHandler(listWorkspaceActivities),

  filtersOfWorkspace: ({ tx }) => getWorkspaceFilters(tx),

  viewOfWorkspace: async ({ log }) => Activity.parse(log.entry),

  own: memoizedListHandler(listOwnActivities),

  filtersOwn: ({ tx }) => getOwnFilters(tx),

  viewOwn: async ({ tx, path }) => {
    const activity = isUuid(path.log) ? await findOwnActivity(tx, path.log) : null;
    if (activity === null) throw new ProblemError("not_found");
    return Activity.parse(activity.entry);
  },
};
