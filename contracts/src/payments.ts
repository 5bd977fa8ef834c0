/** Saved cards, top-ups and card payments of invoices. Card data goes from the browser to the payment provider only. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { AccountBalance } from "./billing-history.ts";
import {
  can,
  del,
  defineEndpoints,
  get,
  Id,
  noContent,
  paginated,
  paginationQuery,
  post,
  signature,
  Timestamp,
} from "./endpoint.ts";
import { createFieldError, fieldIssue, wholeNumber } from "./field-problem.ts";
import { Money, RateMicros } from "./money.ts";

/** Cards that a workspace may save. */
export const maxCards = 10;
/** The least and the most that one top-up adds, in cents. */
export const topUpCents = { minimum: 500, maximum: 1_000_000 } as const;
/** The least that the payment provider charges, in cents. */
export const minimumChargeCents = 50;
/** Amounts that the console offers, in cents. */
export const topUpPresets = [2_500, 5_000, 10_000, 25_000] as const;

export const PaymentMethod = z.object({
  id: Id,
  /** Such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  status: z.enum(["active", "expired"]),
  isDefault: z.boolean(),
  /** Whether the workspace has no other card. */
  isOnlyCard: z.boolean(),
  /** Whether the workspace has instances or owes money, so that it needs a card. */
  isNeeded: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Ids of the provider: letters, digits and underscores. */
const ProviderId = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9_]+$/);

/** `setup` saves a card. `payment` pays the invoice `invoiceId`, or tops up the balance by `amountCents`. */
export const Initialize3ds = z
  .strictObject({
    purpose: z.enum(["setup", "payment"]).default("setup"),
    invoiceId: Id.optional(),
    amountCents: wholeNumber(topUpCents.minimum, topUpCents.maximum).optional(),
    currency: z.enum(["USD"]).default("USD"),
    /** The saved card that pays; default: the default card. */
    paymentMethodId: Id.optional(),
  })
  .superRefine(({ purpose, invoiceId, amountCents, paymentMethodId }, context) => {
    const reject = (field: string, code: "required" | "unknown_field") =>
      context.addIssue(fieldIssue(createFieldError(code), [field]));
    if (purpose === "setup") {
      for (const [field, value] of Object.entries({ invoiceId, amountCents, paymentMethodId }))
        if (value !== undefined) reject(field, "unknown_field");
    } else if (invoiceId === undefined && amountCents === undefined)
      reject("amountCents", "required");
    else if (invoiceId !== undefined && amountCents !== undefined)
      reject("amountCents", "unknown_field");
  });

export const StartedAuthentication = z.object({
  provider: z.literal("stripe"),
  publishableKey: z.string(),
  purpose: z.enum(["setup", "payment"]),
  intentId: z.string(),
  /** For the provider's script in the browser; not stored. */
  clientSecret: z.string(),
  status: z.literal("requires_payment_method"),
  nextAction: z.null(),
  returnUrl: z.string(),
  /** The payment to check after the browser has confirmed it; null for a setup. */
  paymentId: Id.nullable(),
  /** The provider's id of the card to confirm the payment with; null for a setup. */
  cardId: z.string().nullable(),
});
export type StartedAuthentication = z.infer<typeof StartedAuthentication>;

export const paymentStatuses = ["pending", "succeeded", "failed"] as const;

export const Payment = z.object({
  id: Id,
  purpose: z.enum(["top_up", "invoice"]),
  /** `pending`: the card is not confirmed yet, or the result is not known yet. */
  status: z.enum(paymentStatuses),
  amount: Money,
  invoiceId: Id.nullable(),
  /** Why the last attempt failed: `authentication_required`, or the bank's reason, such as `insufficient_funds`. */
  failureCode: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Payment = z.infer<typeof Payment>;

export const BalanceForecast = AccountBalance.extend({
  /** Usage that is not invoiced yet: of this month, and of the last one until its invoice is issued. */
  accrued: Money,
  /** What an invoice of it would add up to now: after discounts and promo credit, with tax. */
  accruedTotal: Money,
  hourlyRate: RateMicros,
  /**
   * When usage, discounted and taxed as now, uses up balance and promo credit at the present rate; null if nothing is used,
   * or for years.
   */
  lastsUntil: Timestamp.nullable(),
  /**
   * The active instance that is powered off first when invoices stay unpaid, or when the alert threshold powers off
   * instances: the most expensive one. Null if no instance is active.
   */
  stopsFirst: z.object({ id: Id, hostname: z.string() }).nullable(),
});
export type BalanceForecast = z.infer<typeof BalanceForecast>;

export const payments = defineEndpoints(billingResource, {
  accountBalance: get("/api/v1/workspaces/:workspace/billing/account-balance", {
    summary: "Get the balance, the usage that is not invoiced yet, and how long the balance lasts",
    access: can("billing.view", "workspace"),
    preload: { pages: ["/$workspace/billing/balance-payments"] },
    response: BalanceForecast,
  }),
  listPaymentMethods: get("/api/v1/workspaces/:workspace/billing/payment-method", {
    summary: "List the saved cards, newest first",
    access: can("billing.view", "workspace"),
    preload: { pages: ["/$workspace/billing/balance-payments"] },
    query: z.strictObject(paginationQuery(15)),
    response: paginated(PaymentMethod),
  }),
  addPaymentMethod: post("/api/v1/workspaces/:workspace/billing/payment-method", {
    summary:
      "Save the card of a setup that initialize-3ds started and the browser completed. It becomes the default",
    access: can("billing.payment_method_manage", "workspace"),
    body: z.strictObject({ setupIntentId: ProviderId }),
    response: PaymentMethod,
    status: 201,
    idempotent: true,
  }),
  setDefaultPaymentMethod: post(
    "/api/v1/workspaces/:workspace/billing/payment-method/:paymentMethod",
    {
      summary: "Set the card that pays invoices",
      access: can("billing.payment_method_manage", "paymentMethod"),
      response: PaymentMethod,
    },
  ),
  removePaymentMethod: del("/api/v1/workspaces/:workspace/billing/payment-method/:paymentMethod", {
    summary: "Remove a saved card",
    access: can("billing.payment_method_manage", "paymentMethod"),
    response: noContent,
  }),
  initialize3ds: post("/api/v1/workspaces/:workspace/billing/initialize-3ds", {
    summary:
      "Start saving a card, paying an invoice or topping up the balance. The browser completes it with the client secret",
    access: can("billing.payment_method_manage", "workspace"),
    body: Initialize3ds,
    response: StartedAuthentication,
    status: 201,
    // The card is recorded when it is saved, and the payment stands in the billing history.
    skipAudit: true,
  }),
  checkPayment: post("/api/v1/workspaces/:workspace/billing/payments/:payment/check", {
    summary: "Ask the payment provider for the result of a payment, and book it",
    access: can("billing.payment_method_manage", "payment"),
    response: Payment,
    skipAudit: true,
  }),
});

/** Larger than any event; the body is read before its signature can be verified. */
const maxEventBytes = 256 * 1024;

export const webhooks = defineEndpoints("webhooks", {
  stripe: post("/api/v1/webhooks/stripe", {
    summary: "Receive an event of Stripe",
    access: signature,
    rawBody: true,
    bodyLimitBytes: maxEventBytes,
    body: z.string().max(maxEventBytes),
    response: z.object({ received: z.literal(true) }),
    alwaysAvailable: true,
    skipAudit: true,
  }),
});
