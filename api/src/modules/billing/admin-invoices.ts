/** Invoices that staff write, reverse and replace. Each function is one transaction of its caller. */
import type { ChangedRecord, NewRecord } from "#contracts/admin-billing.ts";
import type { Invoice, InvoiceLine } from "#contracts/invoices.ts";
import { centsOfUnits } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { insertStaffDraft } from "./admin-invoices-store.ts";
import { discardDrafts } from "./close-store.ts";
import { manualLine, reverseInvoice } from "./credit-notes.ts";
import { computeDrafts, issueDrafts, type DraftInput, type NewLine } from "./documents.ts";
import { findInvoice } from "./invoices-store.ts";
import { lockBillingAccount } from "./ledger.ts";
import { payFromBalance } from "./pay-invoices.ts";

function toLine({ description, amountCents, quantity, unitPriceMicros }: NewRecord): NewLine {
  if (amountCents !== undefined) return { ...manualLine, description, amountCents };
  if (quantity === undefined || unitPriceMicros === undefined)
    throw fieldError("amountCents", "required");
  const total = centsOfUnits(quantity, unitPriceMicros);
  return { ...manualLine, description, quantity, unitPriceMicros, amountCents: total };
}

interface StaffChange {
  readonly workspaceId: string;
  readonly reason: string;
  readonly by: string;
}

async function issue(
  tx: Tx,
  draft: DraftInput,
  { reason, by }: Pick<StaffChange, "reason" | "by">,
  replaces: string | null,
  now: Date,
): Promise<void> {
  await insertStaffDraft(tx, draft, { reason, by, replaces }, now);
  const prepared = await computeDrafts(tx, [draft], now);
  await issueDrafts(tx, prepared, now);
}

/** Issues an invoice of written lines, or saves it as a draft. Returns its id. */
export async function createInvoice(
  tx: Tx,
  change: StaffChange & {
    readonly lines: readonly NewRecord[];
    readonly discountCents: number;
    readonly isDraft: boolean;
  },
  now: Date,
): Promise<string> {
  const { workspaceId, discountCents } = change;
  await lockBillingAccount(tx, workspaceId);
  const lines = change.lines.map(toLine);
  const subtotal = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (discountCents > subtotal) throw fieldError("discountCents", "below_zero");
  const id = uuidv7(now);
  const draft = { id, workspaceId, period: null, lines, discountCents };
  if (change.isDraft) {
    await insertStaffDraft(tx, draft, { ...change, replaces: null }, now);
    await computeDrafts(tx, [draft], now);
  } else await issue(tx, draft, change, null, now);
  return id;
}

/** A draft that staff wrote, under the lock of its account. The month's close decides about its own drafts. */
async function requireStaffDraft(
  tx: Tx,
  { workspaceId, invoiceId }: { workspaceId: string; invoiceId: string },
): Promise<Invoice> {
  await lockBillingAccount(tx, workspaceId);
  const draft = await findInvoice(tx, workspaceId, invoiceId);
  if (draft === null) throw new ProblemError("not_found");
  if (draft.status !== "draft" || draft.periodStart !== null)
    throw fieldError("invoice", "not_a_draft");
  return draft;
}

/** Issues a draft with the billing details and the tax rate of now. */
export async function issueStaffDraft(
  tx: Tx,
  { workspaceId, invoiceId: id }: { workspaceId: string; invoiceId: string },
  now: Date,
): Promise<void> {
  const { lines, discount } = await requireStaffDraft(tx, { workspaceId, invoiceId: id });
  const draft = { id, workspaceId, period: null, lines: lines.map(copied) };
  const prepared = await computeDrafts(tx, [{ ...draft, discountCents: discount.cents }], now);
  await issueDrafts(tx, prepared, now);
}

/** A discarded draft never gets a number. */
export async function discardStaffDraft(
  tx: Tx,
  draft: { workspaceId: string; invoiceId: string },
  now: Date,
): Promise<void> {
  await requireStaffDraft(tx, draft);
  await discardDrafts(tx, [draft.invoiceId], now);
}

/** Reverses an invoice; the balance then pays other open ones. */
export async function reverse(
  tx: Tx,
  { workspaceId, invoiceId, reason, by }: StaffChange & { readonly invoiceId: string },
  now: Date,
): Promise<void> {
  await reverseInvoice(tx, { workspaceId, invoiceId, reason, createdBy: by }, now);
  await payFromBalance(tx, workspaceId, now);
}

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));

/** A line of the reversed invoice. Staff decide its amount from now on, so late usage does not change it. */
const copied = (line: InvoiceLine): NewLine => ({
  kind: "manual",
  description: line.description,
  projectId: line.project?.id ?? null,
  projectName: line.project?.name ?? null,
  productId: line.product?.id ?? null,
  productName: line.product?.name ?? null,
  priceSnapshotId: null,
  rateMicrosPerHour: line.rateMicrosPerHour,
  periodStart: dateOrNull(line.periodStart),
  periodEnd: dateOrNull(line.periodEnd),
  seconds: line.seconds,
  exactCost: "0",
  quantity: line.quantity,
  unitPriceMicros: line.unitPriceMicros,
  amountCents: line.amount.cents,
});

/** A changed amount is decided by staff, so it no longer follows from time and price. */
function changedLine(line: InvoiceLine, change: ChangedRecord): NewLine | null {
  if (change.remove === true) return null;
  const { amountCents, description = line.description } = change;
  const quantity = change.quantity ?? line.quantity;
  const unitPriceMicros = change.unitPriceMicros ?? line.unitPriceMicros;
  const isCounted = change.quantity !== undefined || change.unitPriceMicros !== undefined;
  if (isCounted && (quantity === null || unitPriceMicros === null))
    throw fieldError("modifiedRecords", "required");
  const counted =
    quantity === null || unitPriceMicros === null ? null : centsOfUnits(quantity, unitPriceMicros);
  const amount = amountCents ?? (isCounted && counted !== null ? counted : line.amount.cents);
  return { ...copied(line), description, quantity, unitPriceMicros, amountCents: amount };
}

function modifiedLines(
  invoice: Invoice,
  records: readonly (ChangedRecord | NewRecord)[],
): NewLine[] {
  const changes = new Map<string, ChangedRecord>();
  const added: NewLine[] = [];
  records.forEach((record, position) => {
    if (!("recordId" in record)) return void added.push(toLine(record));
    const isKnown = invoice.lines.some(({ id }) => id === record.recordId);
    if (!isKnown || changes.has(record.recordId))
      throw fieldError(`modifiedRecords.${position}.recordId`, "unknown_record");
    changes.set(record.recordId, record);
  });
  const kept = invoice.lines.flatMap((line) => {
    const change = changes.get(line.id);
    const next = changedLine(line, change ?? { recordId: line.id });
    return next === null ? [] : [next];
  });
  return [...kept, ...added];
}

/** Reverses an invoice and issues one with changed lines in its place. Returns the id of the new one. */
export async function reverseAndCreateNew(
  tx: Tx,
  change: StaffChange & {
    readonly invoiceId: string;
    readonly modifiedRecords: readonly (ChangedRecord | NewRecord)[];
  },
  now: Date,
): Promise<string> {
  const { workspaceId, invoiceId, reason, by } = change;
  const before = await findInvoice(tx, workspaceId, invoiceId);
  if (before === null) throw new ProblemError("not_found");
  const reversed = await reverseInvoice(tx, { workspaceId, invoiceId, reason, createdBy: by }, now);
  const lines = modifiedLines(before, change.modifiedRecords);
  const subtotal = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (lines.length === 0 || subtotal < 0) throw fieldError("modifiedRecords", "below_zero");
  const id = uuidv7(now);
  const { periodStart, periodEnd, issuedAt } = reversed;
  const draft: DraftInput = {
    id,
    workspaceId,
    lines,
    period:
      periodStart === null || periodEnd === null ? null : { start: periodStart, end: periodEnd },
    ...(periodStart === null && {
      discountCents: Math.min(reversed.discount, subtotal),
      taxAt: issuedAt ?? now,
    }),
  };
  await issue(tx, draft, change, invoiceId, now);
  await payFromBalance(tx, workspaceId, now);
  return id;
}
