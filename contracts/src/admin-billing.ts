/** Balances, history and invoices of all workspaces, for staff. */
import { z } from "zod";
import { BalanceApproval, creditSources } from "./balance-approvals.ts";
import { eInvoiceFormats } from "./billing-files.ts";
import { AccountBalance, historyQuery, HistoryRow } from "./billing-history.ts";
import {
  defineEndpoints,
  fileDownload,
  get,
  Id,
  paginated,
  post,
  put,
  searchTerm,
  staff,
} from "./endpoint.ts";
import { Invoice, invoiceListQuery, InvoiceRow, refundStatuses } from "./invoices.ts";
import { Money } from "./money.ts";
import { defineResource } from "./resource.ts";
import { displayName, multilineText } from "./text.ts";

const Workspace = z.object({ id: Id, handle: z.string(), name: z.string() });

const AdminInvoiceRow = InvoiceRow.extend({ workspace: Workspace });
export type AdminInvoiceRow = z.infer<typeof AdminInvoiceRow>;
const AdminInvoice = Invoice.extend({
  workspace: Workspace,
  /** Of the amount that is no longer owed because nobody pays it. */
  writtenOff: Money,
  /** A payment of it has no result yet. */
  isPaymentInProgress: z.boolean(),
});
export type AdminInvoice = z.infer<typeof AdminInvoice>;
const AdminHistoryRow = HistoryRow.extend({ workspace: Workspace });
export type AdminHistoryRow = z.infer<typeof AdminHistoryRow>;

/** A refund: to the balance with a credit note, or to the card of a payment. */
const RefundResult = z.object({
  /** Null for a refund to the balance, which is done at once. */
  id: Id.nullable(),
  target: z.enum(["card", "balance"]),
  status: z.enum(refundStatuses),
  amount: Money,
  /** Null for a payment of no invoice, and until the refund succeeds. */
  creditNote: AdminInvoice.nullable(),
});
export type RefundResult = z.infer<typeof RefundResult>;

/** The most that can go back. */
const RefundOptions = z.object({
  card: Money,
  balance: Money,
  /** The customer disputes the payment at their bank, so that nothing can go to the card. */
  isDisputed: z.boolean(),
});
export type RefundOptions = z.infer<typeof RefundOptions>;

const AdminBalance = AccountBalance.extend({
  /** What the caller can still add within 24 hours without the approval of a second person. */
  withoutApproval: Money,
});
export type AdminBalance = z.infer<typeof AdminBalance>;

const Reason = multilineText(1000).pipe(z.string().min(1));
const maximumCents = 1_000_000_000;
const Cents = z.int().min(1).max(maximumCents);
const Amount = z.int().min(0).max(maximumCents);
const Quantity = z.int().min(1).max(1_000_000);
/** Micro-dollars. */
const UnitPrice = z.int().min(0).max(100_000_000_000);

/** A line that staff write: an amount, or quantity × unit price. */
const newLine = {
  description: displayName(500),
  amountCents: Amount.optional(),
  quantity: Quantity.optional(),
  unitPriceMicros: UnitPrice.optional(),
};

const hasOneAmount = ({
  amountCents,
  quantity,
  unitPriceMicros,
}: {
  amountCents?: number | undefined;
  quantity?: number | undefined;
  unitPriceMicros?: number | undefined;
}): boolean =>
  amountCents === undefined
    ? quantity !== undefined && unitPriceMicros !== undefined
    : quantity === undefined && unitPriceMicros === undefined;

const NewRecord = z.strictObject(newLine).refine(hasOneAmount, { path: ["amountCents"] });
const AddedRecord = z
  .strictObject({ new: z.literal(true), ...newLine })
  .refine(hasOneAmount, { path: ["amountCents"] });
export type NewRecord = z.output<typeof NewRecord>;

/** A change of a line of the reversed invoice. */
const ChangedRecord = z.strictObject({
  new: z.literal(false).optional(),
  recordId: Id,
  description: displayName(500).optional(),
  amountCents: Amount.optional(),
  quantity: Quantity.optional(),
  unitPriceMicros: UnitPrice.optional(),
  remove: z.literal(true).optional(),
});
export type ChangedRecord = z.output<typeof ChangedRecord>;

export const adminBillingResource = defineResource("adminBilling", { hasActivity: true });

export const adminInvoiceListQuery = z.strictObject({
  ...invoiceListQuery,
  workspaceId: Id.optional(),
  search: searchTerm,
});

export const adminHistoryQuery = z.strictObject({
  ...historyQuery,
  workspaceId: Id.optional(),
  search: searchTerm,
});

export const adminBilling = defineEndpoints(adminBillingResource, {
  balance: get("/admin/workspaces/:adminWorkspace/balance", {
    summary: "Get the balance of a workspace",
    access: staff("staff.workspace.balance_view"),
    response: AdminBalance,
  }),
  addBalance: post("/admin/workspaces/:adminWorkspace/add-balance", {
    summary:
      "Add a credit or a bank transfer to the balance of a workspace. It pays open invoices. What exceeds `withoutApproval` waits for a second person",
    access: staff("staff.workspace.balance_add"),
    requiresReauthentication: true,
    body: z.strictObject({
      amountCents: Cents,
      source: z.enum(creditSources).default("goodwill"),
      reason: Reason,
    }),
    /** `approval` is null if the amount was added at once. */
    response: AdminBalance.extend({ approval: BalanceApproval.nullable() }),
    idempotent: true,
  }),
  history: get("/admin/workspaces/billing/history", {
    summary: "List the movements of all balances, newest first",
    access: staff("staff.billing.view"),
    /** `search`: part of the name or handle of the workspace. */
    query: adminHistoryQuery,
    response: paginated(AdminHistoryRow),
  }),
  invoices: get("/admin/workspaces/billing/invoices", {
    summary: "List the invoices and credit notes of all workspaces",
    access: staff("staff.invoice.view"),
    /** `search`: the number of a document, or part of the name or handle of the workspace. */
    query: adminInvoiceListQuery,
    response: paginated(AdminInvoiceRow),
  }),
  invoice: get("/admin/workspaces/billing/invoices/:invoice", {
    summary: "Get an invoice or credit note of any workspace",
    access: staff("staff.invoice.view"),
    response: AdminInvoice,
  }),
  invoicePdf: get("/admin/workspaces/billing/invoices/:invoice.pdf", {
    summary: "Download an invoice or credit note of any workspace as PDF. A draft has none",
    access: staff("staff.invoice.view"),
    responseFileType: "application/pdf",
    response: fileDownload,
  }),
  invoiceXml: get("/admin/workspaces/billing/invoices/:invoice.xml", {
    summary:
      "Download an invoice or credit note of any workspace as e-invoice (EN 16931). A draft and an invoice without billing details have none",
    access: staff("staff.invoice.view"),
    query: z.strictObject({ format: z.enum(eInvoiceFormats).default("ubl") }),
    responseFileType: "application/xml",
    response: fileDownload,
  }),
  createInvoice: post("/admin/workspaces/billing/invoices", {
    summary:
      "Issue an invoice of lines that staff write, or save it as a draft. Promo codes do not apply to it",
    access: staff("staff.invoice.create"),
    requiresReauthentication: true,
    body: z.strictObject({
      workspaceId: Id,
      reason: Reason,
      lines: z.array(NewRecord).min(1).max(100),
      discountCents: Amount.default(0),
      currency: z.literal("USD").default("USD"),
      /** Without a number, until it is issued or discarded. */
      isDraft: z.boolean().default(false),
    }),
    response: AdminInvoice,
    status: 201,
    idempotent: true,
  }),
  issueDraft: post("/admin/workspaces/billing/invoices/:invoice/issue", {
    summary: "Issue a draft that staff wrote. It gets its number now",
    access: staff("staff.invoice.create"),
    requiresReauthentication: true,
    response: AdminInvoice,
    idempotent: true,
  }),
  discardDraft: post("/admin/workspaces/billing/invoices/:invoice/discard", {
    summary: "Discard a draft that staff wrote. It never gets a number",
    access: staff("staff.invoice.create"),
    requiresReauthentication: true,
    response: AdminInvoice,
    idempotent: true,
  }),
  writeOff: post("/admin/workspaces/billing/invoices/:invoice/write-off", {
    summary: "Write off what is owed of an invoice, which is uncollectible then",
    access: staff("staff.invoice.write_off"),
    requiresReauthentication: true,
    body: z.strictObject({
      reason: Reason,
      /** Whether the tax of a debt that nobody pays is no longer owed to the state. */
      withTaxRelief: z.boolean().default(true),
    }),
    response: AdminInvoice,
    idempotent: true,
  }),
  recordBankPayment: post("/admin/workspaces/billing/invoices/:invoice/bank-payment", {
    summary:
      "Record a bank payment of an invoice, also of one that was written off. What exceeds it goes to the balance",
    access: staff("staff.billing.bank_payment"),
    requiresReauthentication: true,
    body: z.strictObject({
      amountCents: Cents,
      /** As the bank names the transfer; each is recorded once per workspace. */
      reference: displayName(140),
    }),
    response: AdminInvoice,
    idempotent: true,
  }),
  refundOptions: get("/admin/workspaces/billing/:historyEntry/refund", {
    summary: "Get the most that can go back of a payment or an invoice",
    access: staff("staff.billing.refund"),
    response: RefundOptions,
  }),
  refund: post("/admin/workspaces/billing/:historyEntry/refund", {
    summary:
      "Give back what was paid, to the balance or to the card. What was paid of an invoice goes back with a credit note. The id is that of the payment, of its entry in the history, or of the invoice",
    access: staff("staff.billing.refund"),
    requiresReauthentication: true,
    body: z.strictObject({
      /** As much as possible, if not given. */
      amountCents: Cents.optional(),
      reason: Reason,
      target: z.enum(["card", "balance"]).default("balance"),
    }),
    response: RefundResult,
    idempotent: true,
  }),
  reverse: put("/admin/workspaces/billing/invoices/:invoice/reverse", {
    summary: "Reverse an invoice with a credit note. What was paid of it goes to the balance",
    access: staff("staff.invoice.reverse"),
    requiresReauthentication: true,
    body: z.strictObject({ reason: Reason }),
    response: AdminInvoice,
    idempotent: true,
  }),
  reverseAndCreateNew: put("/admin/workspaces/billing/invoices/:invoice/reverse-and-create-new", {
    summary:
      "Reverse an invoice and issue one with changed lines in its place. Returns the new invoice",
    access: staff("staff.invoice.reverse"),
    requiresReauthentication: true,
    body: z.strictObject({
      reason: Reason,
      modifiedRecords: z.array(z.discriminatedUnion("new", [ChangedRecord, AddedRecord])).max(1000),
    }),
    response: AdminInvoice,
    status: 201,
    idempotent: true,
  }),
});
