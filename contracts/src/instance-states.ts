/** States of an instance, and which actions they allow. */
import { z } from "zod";
import type { Variant } from "./catalogue.ts";
import type { UnavailableReason } from "./endpoint.ts";
import { createReason } from "./problem-reasons.ts";

export const instanceStatuses = [
  "pending",
  "building",
  "active",
  "rebooting",
  "stopped",
  "suspended",
  "terminating",
  "terminated",
  "error",
  "unknown",
] as const;
export const InstanceStatus = z.enum(instanceStatuses);
export type InstanceStatus = z.infer<typeof InstanceStatus>;

export const resetActions = ["reboot", "hard_reboot", "power_on", "power_off"] as const;
export const ResetAction = z.enum(resetActions);
export type ResetAction = z.infer<typeof ResetAction>;
export type InstanceAction = ResetAction | "terminate";

/** Statuses that allow each action: the table behind the server's problem and the button's disabled reason. */
const allowedStatuses: Record<InstanceAction, readonly InstanceStatus[]> = {
  reboot: ["active"],
  hard_reboot: ["active", "rebooting", "error"],
  power_on: ["stopped"],
  power_off: ["active"],
  terminate: [
    "pending",
    "building",
    "active",
    "rebooting",
    "stopped",
    "suspended",
    "error",
    "unknown",
  ],
};

/**
 * Reasons of a status that is about to change, or that the provider's operators work on: power actions are not
 * available meanwhile.
 */
export const transitionReasons = [
  "starting",
  "stopping",
  "restoring",
  "moving",
  "provider_busy",
] as const;
export type ChangingReason = (typeof transitionReasons)[number];
const changingReason = (reason: string | null | undefined): ChangingReason | undefined =>
  transitionReasons.find((changing) => changing === reason);

/** Why `action` is not available on an instance now; null when it is. */
export function unavailableReason(
  action: InstanceAction,
  instance: { status: InstanceStatus; everActive: boolean; statusReason?: string | null },
): UnavailableReason | null {
  const changing = changingReason(instance.statusReason);
  if (action !== "terminate" && changing !== undefined)
    return createReason(`instance_is_${changing}`);
  if (!allowedStatuses[action].includes(instance.status))
    return createReason(`instance_is_${instance.status}`);
  return action !== "terminate" && !instance.everActive ? createReason("instance_never_ran") : null;
}

/** Whether a termination of the instance can be undone: its server is kept with its disk and its addresses. */
export const isKeptAfterTermination = ({
  variant,
  status,
  activatedAt,
}: {
  readonly variant: Variant;
  readonly status: InstanceStatus;
  readonly activatedAt: string | Date | null;
}): boolean => variant === "virtual_machine" && activatedAt !== null && status !== "unknown";

/** Hours in which a termination can be undone. */
export const undoHours = 24;
