import type { activity } from "#contracts/activity.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";

/** The filters of an activity list, without page and sort. */
export function toExportSearch({
  search,
  actor,
  activityType,
  actorType,
  target,
  result,
  createdAtFrom,
  createdAtTo,
}: EndpointSearchParams<typeof activity.own>): EndpointSearchParams<typeof activity.exportOwn> {
  return { search, actor, activityType, actorType, target, result, createdAtFrom, createdAtTo };
}
