/** Top-ups by the default card when the balance falls below a threshold, with a ceiling per calendar month (UTC). */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { can, defineEndpoints, get, put, Timestamp } from "./endpoint.ts";
import { createFieldError, fieldIssue, wholeNumber } from "./field-problem.ts";
import { Money } from "./money.ts";
import { topUpCents } from "./payments.ts";

/** The most that the threshold and the ceiling may be, in cents. */
export const mostAutomaticCents = 100_000_000;

export const AutomaticTopUp = z.object({
  isEnabled: z.boolean(),
  /** A top-up starts when balance and promo credit, without the usage that is not invoiced yet, are below it. */
  threshold: Money,
  amount: Money,
  /** The most that automatic top-ups add in a calendar month (UTC). */
  ceiling: Money,
  /** What they added in this month, with one that has no result yet. */
  addedThisMonth: Money,
  /** Since when it waits for the customer because a top-up failed; saving it again continues. */
  pausedAt: Timestamp.nullable(),
  /** `authentication_required`, or the bank's reason, such as `insufficient_funds`. */
  pauseReason: z.string().nullable(),
});
export type AutomaticTopUp = z.infer<typeof AutomaticTopUp>;

export const AutomaticTopUpInput = z
  .strictObject({
    isEnabled: z.boolean(),
    thresholdCents: wholeNumber(0, mostAutomaticCents),
    amountCents: wholeNumber(topUpCents.minimum, topUpCents.maximum),
    ceilingCents: wholeNumber(topUpCents.minimum, mostAutomaticCents),
  })
  .superRefine(({ amountCents, ceilingCents }, context) => {
    if (ceilingCents < amountCents)
      context.addIssue(
        fieldIssue(createFieldError("too_small", { minimum: amountCents, unit: "number" }), [
          "ceilingCents",
        ]),
      );
  });

export const automaticTopUps = defineEndpoints(billingResource, {
  automaticTopUp: get("/api/v1/workspaces/:workspace/billing/automatic-top-up", {
    summary: "Get the automatic top-up with its state",
    access: can("billing.view", "workspace"),
    preload: { pages: ["/$workspace/billing/balance-payments"] },
    response: AutomaticTopUp,
  }),
  saveAutomaticTopUp: put("/api/v1/workspaces/:workspace/billing/automatic-top-up", {
    summary:
      "Turn the automatic top-up on or off and set its amounts. It charges the default card without further confirmation",
    access: can("billing.payment_method_manage", "workspace"),
    body: AutomaticTopUpInput,
    response: AutomaticTopUp,
  }),
});
