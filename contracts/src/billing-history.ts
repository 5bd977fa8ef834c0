/** The billing history: the movements of a workspace's balance as its customer reads them. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import {
  can,
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  paginated,
  paginationQuery,
  Timestamp,
  TimestampInput,
} from "./endpoint.ts";
import { Money, RateMicros } from "./money.ts";
import { PromoGrant } from "./promo-codes.ts";
import { AlertThreshold } from "./spending-alerts.ts";

/** Types of history entries. `adjustment` corrects by hand; `chargeback` is a payment that a bank took back. */
export const historyTypes = [
  "top_up",
  "invoice",
  "invoice_payment",
  "promo_credit",
  "manual_credit",
  "credit_note",
  "refund",
  "adjustment",
  "chargeback",
] as const;
export type HistoryType = (typeof historyTypes)[number];

export const historyStatuses = ["pending", "succeeded", "failed"] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

export const HistoryRow = z.object({
  id: Id,
  type: z.enum(historyTypes),
  status: z.enum(historyStatuses),
  /** Positive in the customer's favor. Promo credit does not change the balance. */
  amount: Money,
  /** The balance after it; null while it is pending, and if it failed. */
  balance: Money.nullable(),
  /** The document that it is about. */
  invoice: z.object({ id: Id, number: z.string() }).nullable(),
  /** Words of its type, such as the code, the reason or the digits of a card. */
  detail: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  createdBy: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type HistoryRow = z.infer<typeof HistoryRow>;

export const historyQuery = {
  ...paginationQuery(15),
  activityType: commaSeparated(historyTypes),
  /** Inclusive and exclusive. */
  createdAtFrom: TimestampInput.optional(),
  createdAtTo: TimestampInput.optional(),
};

export const AccountBalance = z.object({
  /** Cash minus outstanding; negative when the workspace owes money. */
  balance: Money,
  cash: Money,
  outstanding: Money,
  promo: Money,
});
export type AccountBalance = z.infer<typeof AccountBalance>;

export const BillingSummary = AccountBalance.extend({
  currentExpenditure: Money,
  projected: Money,
  hourlyRate: RateMicros,
  /** When the current month is invoiced. */
  nextInvoiceAt: Timestamp,
  overdueCount: z.int(),
  /** When the workspace is suspended because of an overdue invoice; null if that is not announced, or has happened. */
  suspendsAt: Timestamp.nullable(),
  /** Null without one. */
  alertThreshold: AlertThreshold.nullable(),
  /** In the order in which invoices use them. */
  promos: z.array(PromoGrant),
});
export type BillingSummary = z.infer<typeof BillingSummary>;

export const billingHistory = defineEndpoints(billingResource, {
  summary: get("/api/v1/workspaces/:workspace/billing/summary", {
    summary: "Get balance, promo credit, cost of the month so far and its forecast",
    access: can("billing.view", "workspace"),
    preload: { pages: ["/$workspace/billing/balance-payments"] },
    response: BillingSummary,
  }),
  history: get("/api/v1/workspaces/:workspace/billing/history", {
    summary: "List the movements of the balance, newest first, each with the balance after it",
    access: can("billing.view", "workspace"),
    query: z.strictObject(historyQuery),
    response: paginated(HistoryRow),
  }),
});
