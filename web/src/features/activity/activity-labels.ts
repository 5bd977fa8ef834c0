/** Labels for type, actor and result of an activity. */
import { useLingui } from "@lingui/react/macro";
import { activityTypes } from "#contracts/activity.ts";
import type { Activity } from "#contracts/activity-entry.ts";
import type { StatusTone } from "../../ui/status.tsx";

type ActivityType = (typeof activityTypes)[number];

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
    token: { word: t`Token`, tone: "busy" },
    system: { word: t`System`, tone: "idle" },
  };
}

export function useResultLabels(): Record<Activity["result"], { word: string; tone: StatusTone }> {
  const { t } = useLingui();
  return {
    ok: { word: t`Succeeded`, tone: "ok" },
    denied: { word: t`Denied`, tone: "danger" },
    failed: { word: t`Failed`, tone: "danger" },
  };
}
