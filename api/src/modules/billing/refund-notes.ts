/** Credit notes over money that was paid of an invoice and goes back, to the balance or to a card. */
import { refundTaxCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import {
  type Credit,
  insertNoteLine,
  issueCreditNote,
  lockInvoiceOrThrow,
  manualLine,
} from "./credit-notes.ts";
import type { LockedInvoice } from "./credit-notes-store.ts";
import { payFromBalance } from "./pay-invoices.ts";

/**
 * What can be given back of an invoice, in cents: what was paid of it, without refunds to cards that have no result yet.
 */
export const refundableCents = ({ kind, status, paid, refunding }: LockedInvoice): number =>
  kind !== "invoice" || status === "reversed" ? 0 : paid - refunding;

/**
 * A credit note over an amount that was paid of the invoice, which goes to the balance. Its tax is cumulative, so that
 * the notes of partial refunds add up. Account and invoice are locked. Returns the id of the note.
 */
export async function creditPaidAmount(
  tx: Tx,
  invoice: LockedInvoice,
  { cents: total, ...credit }: Pick<Credit, "createdBy" | "reason"> & { readonly cents: number },
  now: Date,
): Promise<string> {
  const document = { totalCents: invoice.total, taxCents: invoice.tax };
  const before = { refundedCents: invoice.credited, refundedTaxCents: invoice.creditedTax };
  const tax = refundTaxCents(total, document, before);
  const net = total - tax;
  const amounts = { subtotal: net, discount: 0, net, tax, total };
  const options = { ...credit, isReversal: false, returned: total };
  const id = await issueCreditNote(tx, invoice, amounts, options, now);
  const line = { ...manualLine, description: credit.reason ?? "", amountCents: net };
  await insertNoteLine(tx, invoice.workspaceId, id, line, amounts, now);
  return id;
}

/**
 * Gives back money that was paid of an invoice: a credit note over it, and the amount to the balance. Without an amount
 * everything that was paid. Returns the id of the credit note and the amount.
 */
export async function refundToBalance(
  tx: Tx,
  { amountCents, ...credit }: Credit & { readonly amountCents: number | null },
  now: Date,
): Promise<{ id: string; cents: number }> {
  const invoice = await lockInvoiceOrThrow(tx, credit);
  const most = refundableCents(invoice);
  if (most <= 0) throw fieldError("amountCents", "nothing_refundable");
  const cents = amountCents ?? most;
  if (cents > most) throw fieldError("amountCents", "refund_too_large", { maximumCents: most });
  const { createdBy, reason } = credit;
  const id = await creditPaidAmount(tx, invoice, { cents, createdBy, reason }, now);
  await payFromBalance(tx, credit.workspaceId, now);
  return { id, cents };
}
