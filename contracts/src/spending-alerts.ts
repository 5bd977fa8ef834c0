/** The alert threshold of a workspace: an amount per calendar month (UTC), and what happens when it is passed. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { can, defineEndpoints, del, noContent, post, Timestamp } from "./endpoint.ts";
import { wholeNumber } from "./field-problem.ts";
import { Money } from "./money.ts";

/** The least and the most that a threshold may be, in cents. */
export const alertCents = { minimum: 100, maximum: 100_000_000 } as const;
/** Percentages of the amount at which an email is sent. */
export const alertLevels = [50, 80, 100] as const;
/** Between the passed threshold and the termination of the instances. */
export const terminationGraceHours = 72;
/** For how long a virtual machine that the threshold terminated can be restored with its disk. */
export const keptDaysAfterTermination = 30;

/**
 * What happens at 100 %. Each action includes the email of `notify`. All but `notify` reject orders until the month ends.
 * - `stop`: active instances are powered off. They are still billed.
 * - `terminate_after_grace`: `terminationGraceHours` later, virtual machines are terminated and can be restored for
 *   `keptDaysAfterTermination` days; bare-metal and protected instances are powered off, because their data could not be kept.
 */
export const alertActions = ["notify", "block_orders", "stop", "terminate_after_grace"] as const;
export type AlertAction = (typeof alertActions)[number];

export const AlertThreshold = z.object({
  amount: Money,
  action: z.enum(alertActions),
  /** When the month's cost reached the amount; null if it has not in this month. */
  passedAt: Timestamp.nullable(),
  /** When the instances are terminated; null without a grace period under way. */
  terminateAt: Timestamp.nullable(),
});
export type AlertThreshold = z.infer<typeof AlertThreshold>;

export const AlertThresholdInput = z.strictObject({
  amountCents: wholeNumber(alertCents.minimum, alertCents.maximum),
  action: z.enum(alertActions).default("notify"),
});

export const spendingAlerts = defineEndpoints(billingResource, {
  setAlertThreshold: post("/api/v1/workspaces/:workspace/billing/alert-threshold", {
    summary:
      "Set the amount per month at which the workspace is alerted, and what happens then. An amount that is spent already takes effect at once",
    access: can("billing.alert_manage", "workspace"),
    body: AlertThresholdInput,
    response: AlertThreshold,
  }),
  removeAlertThreshold: del("/api/v1/workspaces/:workspace/billing/alert-threshold", {
    summary: "Remove the alert threshold. A grace period under way ends without effect",
    access: can("billing.alert_manage", "workspace"),
    response: noContent,
  }),
});
