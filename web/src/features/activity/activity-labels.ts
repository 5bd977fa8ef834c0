/** Labels for type, actor and result of an activity. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { activityTypes, type readOnlyActivityTypes } from "#contracts/activity.ts";
import type { Activity } from "#contracts/activity-entry.ts";
import { activityTypeLabels } from "../../lib/features/label-registry.ts";
import type { StatusTone } from "../../ui/status.tsx";

type ActivityType = (typeof activityTypes)[number];

const readOnlyTypeLabels: Readonly<
  Record<(typeof readOnlyActivityTypes)[number], MessageDescriptor>
> = {
  activity: msg`Activity`,
  catalogue: msg`Catalog`,
  infrastructure: msg`Infrastructure`,
  live: msg`Live updates`,
  search: msg`Search`,
  system: msg`System`,
};

export const typeLabels: Readonly<Record<ActivityType, MessageDescriptor>> = {
  ...activityTypeLabels,
  ...readOnlyTypeLabels,
};

/** The resource of the endpoint that caused the activity. */
export const activityTypeOfAction = (action: string): ActivityType | null =>
  activityTypes.find((type) => action.startsWith(`${type}.`)) ?? null;

export function useActorTypeLabels(): Record<
  Activity["actor"]["type"],
  { word: string; tone: StatusTone }
> {
  const { t } = useLingui();
  return {
    user: { word: t`User`, tone: "idle" },
    staff: { word: t`Staff`, tone: "warn" },
    token: { word: t`Token`, tone: "idle" },
    system: { word: t`System`, tone: "idle" },
  };
}

export function useResultLabels(): Record<Activity["result"], { word: string; tone: StatusTone }> {
  const { t } = useLingui();
  return {
    ok: { word: t`Succeeded`, tone: "idle" },
    denied: { word: t`Denied`, tone: "danger" },
    failed: { word: t`Failed`, tone: "danger" },
  };
}
