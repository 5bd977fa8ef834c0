/** Invoices and credit notes of a workspace. */
import { z } from "zod";
import { BillingInfo, TaxPreview } from "./billing-info.ts";
import { billingResource } from "./billing.ts";
import {
  can,
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  Timestamp,
} from "./endpoint.ts";
import { Money, RateMicros } from "./money.ts";

export const documentKinds = ["invoice", "credit_note"] as const;
export const invoiceStatuses = [
  "draft",
  "issued",
  "paid",
  "overdue",
  "uncollectible",
  "reversed",
  "discarded",
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const InvoiceRow = z.object({
  id: Id,
  kind: z.enum(documentKinds),
  /** Null for a draft. */
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  /** The calendar month (UTC) of usage, half-open; null for a document that is about none. */
  periodStart: Timestamp.nullable(),
  periodEnd: Timestamp.nullable(),
  total: Money,
  /** What is still owed. */
  outstanding: Money,
  issuedAt: Timestamp.nullable(),
  dueAt: Timestamp.nullable(),
  paidAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const invoiceLineKinds = ["usage", "adjustment", "manual"] as const;

export const InvoiceLine = z.object({
  id: Id,
  kind: z.enum(invoiceLineKinds),
  description: z.string(),
  /** As it was named then; null without one. */
  project: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  product: z.object({ id: Id, name: z.string() }).nullable(),
  rateMicrosPerHour: RateMicros.nullable(),
  periodStart: Timestamp.nullable(),
  periodEnd: Timestamp.nullable(),
  seconds: z.int(),
  quantity: z.int().nullable(),
  unitPriceMicros: z.int().nullable(),
  amount: Money,
  /** The line's share of discount and tax. */
  discount: Money,
  tax: Money,
  instances: z.array(
    z.object({
      id: Id,
      hostname: z.string(),
      seconds: z.int(),
      /** First and last billed second in the period of the line. */
      startedAt: Timestamp,
      endedAt: Timestamp,
    }),
  ),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

const DocumentLink = z.object({ id: Id, number: z.string(), total: Money });

const Seller = z.object({
  name: z.string(),
  address: z.array(z.string()),
  country: z.string(),
  vatId: z.string(),
  registration: z.string(),
});
/** Who was invoiced, as it was then; null if there were no billing details. */
const Buyer = BillingInfo.pick({
  name: true,
  company: true,
  addressLine1: true,
  addressLine2: true,
  postalCode: true,
  city: true,
  region: true,
  country: true,
  vatId: true,
  orderNumber: true,
}).nullable();

export const refundStatuses = ["pending", "succeeded", "failed"] as const;

/** Money of the invoice that goes back to a card. `failed` also if the bank sent it back; it is in the balance then. */
const CardRefund = z.object({
  id: Id,
  status: z.enum(refundStatuses),
  amount: Money,
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  createdAt: Timestamp,
});

export const chargebackStatuses = ["open", "won", "lost"] as const;
/** A payment of the invoice that the bank took back, or may take back. `won`: the money returned. */
const Chargeback = z.object({
  id: Id,
  status: z.enum(chargebackStatuses),
  amount: Money,
  createdAt: Timestamp,
});

/**
 * A card payment of the invoice that has no result yet. `unconfirmed`: the customer started it and can go on with it.
 * `processing`: it is with the bank, and no other payment can start.
 */
export const pendingPayments = ["unconfirmed", "processing"] as const;

export const Invoice = InvoiceRow.extend({
  subtotal: Money,
  discount: Money,
  net: Money,
  tax: Money,
  paid: Money,
  credited: Money,
  pendingPayment: z.enum(pendingPayments).nullable(),
  seller: Seller,
  buyer: Buyer,
  taxDetails: TaxPreview,
  reason: z.string().nullable(),
  lines: z.array(InvoiceLine),
  discounts: z.array(z.object({ code: z.string(), amount: Money })),
  creditNotes: z.array(DocumentLink),
  refunds: z.array(CardRefund),
  chargebacks: z.array(Chargeback),
  /** Of a credit note: the invoice that it takes back. */
  credits: DocumentLink.nullable(),
  /** The reversed invoice that this one replaces, and the one that replaces it. */
  replaces: DocumentLink.nullable(),
  replacedBy: DocumentLink.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const invoiceListQuery = {
  ...paginationQuery(15),
  status: commaSeparated(invoiceStatuses),
  kind: commaSeparated(documentKinds),
  orderBy: orderBy(["createdAt"]),
};

export const billingInvoices = defineEndpoints(billingResource, {
  invoices: get("/api/v1/workspaces/:workspace/billing/invoices", {
    summary: "List invoices and credit notes",
    access: can("billing.view", "workspace"),
    query: z.strictObject(invoiceListQuery),
    response: paginated(InvoiceRow),
  }),
  invoice: get("/api/v1/workspaces/:workspace/billing/invoices/:invoice", {
    summary: "Get an invoice or credit note with its lines and the instances of each line",
    access: can("billing.view", "workspace"),
    response: Invoice,
  }),
});
