import type { activity } from "#contracts/activity.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";

/** What narrows a list of entries, without which part of it is looked at. */
export function toExportSearch({
  activityType,
  actorType,
  result,
  createdAtFrom,
  createdAtTo,
}: EndpointSearchParams<typeof activity.own>): EndpointSearchParams<typeof activity.exportOwn> {
  return { activityType, actorType, result, createdAtFrom, createdAtTo };
}
