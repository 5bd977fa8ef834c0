/** The sentences and links of all features, collected by file name: this folder depends on no other feature. */
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import type {
  DisplayNames,
  FeatureActivity,
  SentenceContext,
  TargetProps,
} from "./shared/feature-activity.ts";

const activities = Object.values(
  import.meta.glob<FeatureActivity>("../*/activity.tsx", { eager: true, import: "activity" }),
);

const deletingActions = new Set(
  activities.flatMap(({ deletingActions: deleting = [] }) => deleting),
);
const targets = new Map(activities.flatMap(({ targets: links = {} }) => Object.entries(links)));

/** Returns the result of the first feature that knows the action. */
function firstOf<T>(find: (activity: FeatureActivity) => T | null | undefined): T | null {
  for (const activity of activities) {
    const result = find(activity);
    if (result !== null && result !== undefined) return result;
  }
  return null;
}

export const describeAction = (context: SentenceContext): ReactNode | null =>
  firstOf<ReactNode>(({ describe }) => describe(context));

export const describeFailedAction = (context: SentenceContext): ReactNode | null =>
  firstOf<ReactNode>(({ describeFailure }) => describeFailure?.(context));

/** Returns a link to the page of the target; null if it has none. */
export const linkToTarget = (action: string, props: TargetProps): ReactNode | null =>
  deletingActions.has(action) ? null : (targets.get(props.target.type)?.(props) ?? null);

export const activityDetail = (
  i18n: I18n,
  activity: Pick<Activity, "action" | "changes" | "result">,
  names: DisplayNames,
): string | null =>
  // The sentence of a failed attempt names only the type of resource, so the action is shown.
  activity.result === "ok"
    ? firstOf(({ detail }) => detail?.(i18n, activity, names))
    : activity.action;
