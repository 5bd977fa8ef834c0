import type { Activity } from "#contracts/activity-entry.ts";
import type { DescribedActivity } from "./activity-sentence.tsx";

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
