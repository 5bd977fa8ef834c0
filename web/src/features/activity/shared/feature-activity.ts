/** What a feature provides for the activity log: the sentences of its actions and the links to its objects. */
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";

export interface DescribedActivity {
  readonly action: string;
  readonly actorName: string;
  readonly target: Activity["target"];
  /** The customer that staff acted as. */
  readonly onBehalfOf?: Activity["onBehalfOf"];
  /** `ok` by default. */
  readonly result?: Activity["result"];
  /** Changed fields, if they are known. */
  readonly changes?: Activity["changes"];
}

/** An action with the rendered actor and target. */
export interface SentenceContext {
  readonly activity: DescribedActivity;
  readonly actor: ReactNode;
  readonly target: ReactNode;
}

export interface TargetProps {
  readonly workspace: string;
  readonly target: NonNullable<Activity["target"]>;
}

/** Exported as `activity` by `features/<name>/activity.tsx`; feature-activities.ts collects the files by name. */
export interface FeatureActivity {
  /** Returns the sentence of an action; null for actions of other features. */
  readonly describe: (context: SentenceContext) => ReactNode | null;
  /** Returns the sentence of a failed attempt; null if the general sentence is enough. */
  readonly describeFailure?: (context: SentenceContext) => ReactNode | null;
  /** Returns the text that the list shows below the sentence. */
  readonly detail?: (i18n: I18n, activity: Pick<Activity, "action" | "changes">) => string | null;
  /** Components that link to the page of a target, by target type. */
  readonly targets?: Readonly<Record<string, (props: TargetProps) => ReactNode>>;
  /** Actions that delete their target, which then has no page. */
  readonly deletingActions?: readonly string[];
}

export const changedValue = (
  changes: Activity["changes"],
  name: string,
  side: "from" | "to" = "to",
): unknown => changes.find(({ field }) => field === name)?.[side];

export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);
