/** The tabs of an instance's page. Those that can show nothing any more, or never could, are left out. */
import type { Instance } from "#contracts/instances.ts";
import { neverRan } from "./shared/instance-labels.ts";

/** Without the overview, which the URL does not name. */
export const instanceTabs = [
  "timeline",
  "console",
  "metrics",
  "usage",
  "access",
  "settings",
] as const;
export type InstanceTab = (typeof instanceTabs)[number];

const afterTermination: readonly InstanceTab[] = ["timeline", "usage"];
const afterFailedCreation: readonly InstanceTab[] = ["timeline", "usage", "settings"];

export function tabsOf(instance: Pick<Instance, "status" | "activatedAt">): readonly InstanceTab[] {
  if (instance.status === "terminated") return afterTermination;
  return neverRan(instance) ? afterFailedCreation : instanceTabs;
}
