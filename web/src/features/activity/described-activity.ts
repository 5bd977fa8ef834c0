import type { Activity } from "#contracts/activity-entry.ts";
import type { DescribedActivity } from "./shared/feature-activity.ts";

export const toDescribedActivity = ({
  action,
  actor,
  target,
  onBehalfOf,
  result,
  changes,
}: Activity): DescribedActivity => ({
  action,
  actorName: actor.name,
  target,
  onBehalfOf,
  result,
  changes,
});
