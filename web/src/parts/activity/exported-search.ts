import type { activity } from "#contracts/activity.ts";
import type { SearchOf } from "../../lib/search.ts";

/** What narrows a list of entries, without which part of it is looked at. */
export function exportedOf({
  activityType,
  actorType,
  result,
  createdAtFrom,
  createdAtTo,
}: SearchOf<typeof activity.own>): SearchOf<typeof activity.exportOwn> {
  return { activityType, actorType, result, createdAtFrom, createdAtTo };
}
