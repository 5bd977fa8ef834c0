/** Credit notes: they take back an invoice wholly or in part. What was paid of it goes to the balance. */
import { centsOfPpm, refundTaxCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import {
  applyCredit,
  copyLines,
  insertCreditNote,
  type LockedInvoice,
  lockDocument,
  reopenGrant,
  returnDiscounts,
} from "./credit-notes-store.ts";
import type { NewLine } from "./documents.ts";
import { insertLines, takeNumbers } from "./documents-store.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import { payFromBalance } from "./pay-invoices.ts";

export interface Credit {
  readonly workspaceId: string;
  readonly invoiceId: string;
  /** The staff member; null for a correction by the close. */
  readonly createdBy: string | null;
  readonly reason: string | null;
}

const openOf = ({ total, credited, paid, writtenOff }: LockedInvoice) =>
  total - credited - paid - writtenOff;

interface NoteAmounts {
  readonly subtotal: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
}

/** Number, document, ledger and history of a credit note. The account and the invoice are locked. Returns its id. */
export async function issueCreditNote(
  tx: Tx,
  invoice: LockedInvoice,
  amounts: NoteAmounts,
  {
    createdBy,
    reason,
    isReversal,
    returned: fromPaid,
  }: Pick<Credit, "createdBy" | "reason"> & { isReversal: boolean; returned?: number },
  now: Date,
): Promise<string> {
  const { workspaceId } = invoice;
  const id = uuidv7(now);
  const returned = fromPaid ?? Math.max(0, amounts.total - openOf(invoice));
  const posted =
    amounts.total === 0
      ? null
      : await postTransaction(
          tx,
          {
            workspaceId,
            kind: isReversal ? "invoice_reversed" : "invoice_credited",
            idempotencyKey: `credit_note:${id}`,
            reference: { invoiceId: invoice.id, creditNoteId: id },
            effectiveAt: now,
            entries: [
              { account: "revenue", cents: amounts.net },
              { account: "tax", cents: amounts.tax },
              { account: "receivable", cents: returned - amounts.total },
              { account: "cash", cents: -returned },
            ],
          },
          now,
        );
  const series = `CN-${now.getUTCFullYear()}`;
  const number = await takeNumbers(tx, series, 1);
  const { snapshot, taxPpm } = invoice;
  await insertCreditNote(
    tx,
    {
      id,
      workspaceId,
      invoiceId: invoice.id,
      series,
      number,
      ...amounts,
      taxPpm,
      snapshot: { ...snapshot, invoiceNumber: invoice.number },
      isFullReversal: isReversal,
      reason,
      createdBy,
    },
    now,
  );
  await applyCredit(tx, { id: invoice.id, credited: amounts.total, returned, isReversal }, now);
  await addHistoryEntry(
    tx,
    {
      workspaceId,
      type: "credit_note",
      cents: amounts.total,
      transactionId: posted?.id ?? null,
      invoiceId: id,
      detail: {
        number: `${series}-${String(number).padStart(6, "0")}`,
        invoiceNumber: invoice.number,
        reason,
      },
      createdBy,
    },
    now,
  );
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
  return id;
}

export const manualLine: NewLine = {
  kind: "manual",
  description: "",
  projectId: null,
  projectName: null,
  productId: null,
  productName: null,
  priceSnapshotId: null,
  rateMicrosPerHour: null,
  periodStart: null,
  periodEnd: null,
  seconds: 0,
  exactCost: "0",
  quantity: null,
  unitPriceMicros: null,
  amountCents: 0,
};

export async function insertNoteLine(
  tx: Tx,
  workspaceId: string,
  noteId: string,
  line: NewLine,
  { discount, tax }: NoteAmounts,
  now: Date,
): Promise<void> {
  const row = { ...line, id: uuidv7(now), workspaceId, invoiceId: noteId, position: 1 };
  await insertLines(tx, [{ ...row, discountCents: discount, taxCents: tax }]);
}

export async function lockInvoiceOrThrow(
  tx: Tx,
  { workspaceId, invoiceId }: Pick<Credit, "workspaceId" | "invoiceId">,
): Promise<LockedInvoice> {
  await lockBillingAccount(tx, workspaceId);
  const invoice = await lockDocument(tx, workspaceId, invoiceId);
  if (invoice === null) throw new ProblemError("not_found");
  return invoice;
}

/** Credits a correction of usage: a net amount with the tax of the invoice, at most what is left of it. */
export async function creditInvoice(
  tx: Tx,
  { netCents, line, ...credit }: Credit & { readonly netCents: number; readonly line: NewLine },
  now: Date,
): Promise<string> {
  const invoice = await lockInvoiceOrThrow(tx, credit);
  const left = invoice.total - invoice.credited - invoice.writtenOff - invoice.refunding;
  const wanted = netCents + centsOfPpm(netCents, invoice.taxPpm);
  const total = Math.min(wanted, left);
  const before = { refundedCents: invoice.credited, refundedTaxCents: invoice.creditedTax };
  const document = { totalCents: invoice.total, taxCents: invoice.tax };
  const tax =
    wanted <= left ? wanted - netCents : total === 0 ? 0 : refundTaxCents(total, document, before);
  const net = total - tax;
  const amounts = { subtotal: netCents, discount: netCents - net, net, tax, total };
  const id = await issueCreditNote(tx, invoice, amounts, { ...credit, isReversal: false }, now);
  await insertNoteLine(
    tx,
    credit.workspaceId,
    id,
    { ...line, amountCents: netCents },
    amounts,
    now,
  );
  await payFromBalance(tx, credit.workspaceId, now);
  return id;
}

/**
 * Reverses an invoice: a credit note of what is left of it. The unpaid part is no longer owed, the paid part goes to the
 * balance, promo credit returns to its grant and expires at once if the grant has. The balance pays nothing yet: the
 * caller calls `payFromBalance`. Returns the invoice as it was.
 */
export async function reverseInvoice(tx: Tx, credit: Credit, now: Date): Promise<LockedInvoice> {
  const invoice = await lockInvoiceOrThrow(tx, credit);
  if (invoice.status === "reversed") throw fieldError("reason", "invoice_already_reversed");
  const isReversible =
    invoice.kind === "invoice" && ["issued", "overdue", "paid"].includes(invoice.status);
  if (!isReversible || invoice.isInFlight || invoice.refunding > 0)
    throw fieldError("reason", "invoice_not_reversible");
  const isWhole = invoice.credited === 0;
  const total = invoice.total - invoice.credited;
  const tax = invoice.tax - invoice.creditedTax;
  const net = total - tax;
  const { subtotal, discount } = isWhole ? invoice : { subtotal: net, discount: 0 };
  const amounts = { subtotal, discount, net, tax, total };
  const id = await issueCreditNote(tx, invoice, amounts, { ...credit, isReversal: true }, now);
  if (isWhole) await copyLines(tx, invoice.id, id);
  else {
    const description = `Remaining amount of ${invoice.number}`;
    await insertNoteLine(
      tx,
      credit.workspaceId,
      id,
      { ...manualLine, description, amountCents: net },
      amounts,
      now,
    );
  }
  await returnPromo(tx, credit, invoice, now);
  return invoice;
}

async function returnPromo(
  tx: Tx,
  { workspaceId, createdBy }: Credit,
  { id: invoiceId, number }: LockedInvoice,
  now: Date,
): Promise<void> {
  for (const grant of await returnDiscounts(tx, invoiceId, now)) {
    if (grant.kind === "credit") {
      const move = async (kind: string, cents: number) => {
        const { id: transactionId } = await postTransaction(
          tx,
          {
            workspaceId,
            kind,
            idempotencyKey: `${kind}:${invoiceId}:${grant.grantId}`,
            reference: { invoiceId, promoGrantId: grant.grantId },
            effectiveAt: now,
            entries: [
              { account: "promo_grant", cents },
              { account: "promo", cents: -cents, promoGrantId: grant.grantId },
            ],
          },
          now,
        );
        const detail = { code: grant.code, invoiceNumber: number, change: kind };
        await addHistoryEntry(
          tx,
          { workspaceId, type: "promo_credit", cents, transactionId, detail, createdBy },
          now,
        );
      };
      await move("promo_returned", grant.cents);
      if (grant.isExpired) await move("promo_expired", -grant.cents);
    }
    await reopenGrant(tx, grant);
  }
}
