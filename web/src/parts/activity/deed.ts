import type { Activity } from "#contracts/activity.ts";
import type { Deed } from "./sentence.tsx";

export const deedOf = ({ action, actor, target, onBehalfOf, result, changes }: Activity): Deed => ({
  action,
  actorName: actor.name,
  target,
  onBehalfOf,
  result,
  changes,
});
