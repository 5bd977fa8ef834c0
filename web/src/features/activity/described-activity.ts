/** What the activity log hands to the features, and what a feature says about its own actions. */
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";

export interface DescribedActivity {
  readonly action: string;
  readonly actorName: string;
  readonly target: Activity["target"];
  /** Whom staff acted as. */
  readonly onBehalfOf?: Activity["onBehalfOf"];
  /** `ok` where not said. */
  readonly result?: Activity["result"];
  /** Where they are known, they say what exactly was done. */
  readonly changes?: Activity["changes"];
}

/** An action, with its actor and its target as they are shown. */
export interface SentenceContext {
  readonly activity: DescribedActivity;
  readonly actor: ReactNode;
  readonly target: ReactNode;
}

export interface TargetProps {
  readonly workspace: string;
  readonly target: NonNullable<Activity["target"]>;
}

/** A feature's part of the activity log, in `features/<name>/activity.tsx`: collected by file name. */
export interface FeatureActivity {
  /** The sentence of an action; null for the actions of other features. */
  readonly describe: (context: SentenceContext) => ReactNode | null;
  /** The sentence of a failed attempt; null where the general sentence says enough. */
  readonly describeFailure?: (context: SentenceContext) => ReactNode | null;
  /** What the list shows below the sentence. */
  readonly detail?: (i18n: I18n, activity: Pick<Activity, "action" | "changes">) => string | null;
  /** Links to the pages of targets, by the type of the target. */
  readonly targets?: Readonly<Record<string, (props: TargetProps) => ReactNode>>;
  /** Actions after which their target has no page. */
  readonly deletingActions?: readonly string[];
}

export const changedValue = (
  changes: Activity["changes"],
  name: string,
  side: "from" | "to" = "to",
): unknown => changes.find(({ field }) => field === name)?.[side];

export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

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
