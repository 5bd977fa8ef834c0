/** What a feature provides for the activity log: the sentences of its actions and the links to its objects. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import type { LocaleSettings } from "../../../lib/i18n/format.ts";

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

/** Names of objects that an activity stores by their handle. */
export interface DisplayNames {
  /** Null until the names are loaded: a handle is never shown in the place of a name. */
  readonly region: (handle: string) => string | null;
}

/** How the changes table shows a field. */
export interface ChangedField {
  readonly label: MessageDescriptor;
  /** Returns the words for a value; null for a value that is shown as it is stored. Not called for null. */
  readonly value?: (
    value: unknown,
    context: { i18n: I18n; localeSettings: LocaleSettings; names: DisplayNames },
  ) => string | null;
}

/**
 * Exported as `changedFields` by `features/<name>/changed-fields.ts`, for the changes table. The key is the name of a
 * field, or `resource.field` where the field means something else in other resources.
 */
export type ChangedFields = Readonly<Record<string, ChangedField>>;

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
  readonly detail?: (
    i18n: I18n,
    activity: Pick<Activity, "action" | "changes">,
    names: DisplayNames,
  ) => string | null;
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
