/** What all features say about their actions, collected by file name. */
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import type { FeatureActivity, SentenceContext, TargetProps } from "./described-activity.ts";

const activities = Object.values(
  import.meta.glob<FeatureActivity>("../*/activity.tsx", { eager: true, import: "activity" }),
);

const deletingActions = new Set(
  activities.flatMap(({ deletingActions: deleting = [] }) => deleting),
);
const targets = new Map(activities.flatMap(({ targets: links = {} }) => Object.entries(links)));

/** What the first feature answers that knows the action. */
function firstOf<T>(answer: (activity: FeatureActivity) => T | null | undefined): T | null {
  for (const activity of activities) {
    const answered = answer(activity);
    if (answered !== null && answered !== undefined) return answered;
  }
  return null;
}

export const describeAction = (context: SentenceContext): ReactNode | null =>
  firstOf<ReactNode>(({ describe }) => describe(context));

export const describeFailedAction = (context: SentenceContext): ReactNode | null =>
  firstOf<ReactNode>(({ describeFailure }) => describeFailure?.(context));

/** The target as a link to its page; null where it has none. */
export const linkToTarget = (action: string, props: TargetProps): ReactNode | null =>
  deletingActions.has(action) ? null : (targets.get(props.target.type)?.(props) ?? null);

export const activityDetail = (
  i18n: I18n,
  activity: Pick<Activity, "action" | "changes" | "result">,
): string | null =>
  // The sentence of a failed attempt names only the kind of resource.
  activity.result === "ok" ? firstOf(({ detail }) => detail?.(i18n, activity)) : activity.action;
