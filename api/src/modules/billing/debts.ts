/** Debts: bank payments of invoices, and invoices that are written off because nobody pays them. */
import { refundTaxCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { changeWrittenOff, type Debt, lockDebt } from "./debts-store.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import { bookPayment } from "./pay-invoices.ts";

interface StaffChange {
  readonly workspaceId: string;
  readonly invoiceId: string;
  readonly by: string;
}

async function lockDebtOrThrow(tx: Tx, { workspaceId, invoiceId }: StaffChange): Promise<Debt> {
  await lockBillingAccount(tx, workspaceId);
  const debt = await lockDebt(tx, workspaceId, invoiceId);
  if (debt === null) throw new ProblemError("not_found");
  return debt;
}

/**
 * Writes off what is owed of an invoice: it is uncollectible. With tax relief the tax in it is no longer owed to the
 * state, and the rest is a loss. Returns the amount in cents.
 */
export async function writeOff(
  tx: Tx,
  change: StaffChange & { readonly reason: string; readonly withTaxRelief: boolean },
  now: Date,
): Promise<number> {
  const debt = await lockDebtOrThrow(tx, change);
  const { workspaceId, reason, by } = change;
  const isOwed = debt.isInvoice && (debt.status === "issued" || debt.status === "overdue");
  if (!isOwed || debt.open <= 0) throw fieldError("reason", "nothing_owed");
  if (debt.isInFlight) throw fieldError("reason", "payment_in_progress");
  const before = {
    refundedCents: debt.credited + debt.writtenOff,
    refundedTaxCents: debt.creditedTax + debt.writtenOffTax,
  };
  const document = { totalCents: debt.total, taxCents: debt.tax };
  const taxCents = change.withTaxRelief ? refundTaxCents(debt.open, document, before) : 0;
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "write_off",
      idempotencyKey: `write_off:${debt.id}:${debt.credited}:${debt.writtenOff}:${now.getTime()}`,
      reference: { invoiceId: debt.id, by },
      effectiveAt: now,
      entries: [
        { account: "bad_debt", cents: debt.open - taxCents },
        { account: "tax", cents: taxCents },
        { account: "receivable", cents: -debt.open },
      ],
    },
    now,
  );
  await changeWrittenOff(
    tx,
    { workspaceId, id: debt.id, cents: debt.open, taxCents, status: "uncollectible" },
    now,
  );
  await addHistoryEntry(
    tx,
    {
      workspaceId,
      type: "adjustment",
      cents: debt.open,
      invoiceId: debt.id,
      transactionId,
      detail: { change: "write_off", reason },
      createdBy: by,
    },
    now,
  );
  return debt.open;
}

/** Money arrives for an invoice that was written off: that part is owed again, and its tax with it. */
async function restore(
  tx: Tx,
  debt: Debt,
  { workspaceId, by, cents, key }: StaffChange & { cents: number; key: string },
  now: Date,
): Promise<void> {
  const taxCents =
    cents === debt.writtenOff
      ? debt.writtenOffTax
      : refundTaxCents(
          cents,
          { totalCents: debt.writtenOff, taxCents: debt.writtenOffTax },
          { refundedCents: 0, refundedTaxCents: 0 },
        );
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "write_off_recovered",
      idempotencyKey: `recovered:${key}`,
      reference: { invoiceId: debt.id, by },
      effectiveAt: now,
      entries: [
        { account: "receivable", cents },
        { account: "bad_debt", cents: taxCents - cents },
        { account: "tax", cents: -taxCents },
      ],
    },
    now,
  );
  await changeWrittenOff(
    tx,
    { workspaceId, id: debt.id, cents: -cents, taxCents: -taxCents, status: "overdue" },
    now,
  );
  await addHistoryEntry(
    tx,
    {
      workspaceId,
      type: "adjustment",
      cents: -cents,
      invoiceId: debt.id,
      transactionId,
      detail: { change: "write_off_recovered" },
      createdBy: by,
    },
    now,
  );
}

/**
 * Books a bank payment that names an invoice. What exceeds the invoice goes to the balance, and everything while a card
 * payment of the invoice has no result. The bank's reference is booked once.
 */
export async function bookBankPayment(
  tx: Tx,
  change: StaffChange & { readonly cents: number; readonly reference: string },
  now: Date,
): Promise<void> {
  const debt = await lockDebtOrThrow(tx, change);
  const { workspaceId, cents, reference, by } = change;
  if (!debt.isInvoice || debt.number === null) throw fieldError("amountCents", "nothing_owed");
  const key = `bank:${reference}`;
  if (debt.status === "uncollectible")
    await restore(tx, debt, { ...change, cents: Math.min(cents, debt.writtenOff), key }, now);
  const { transactionId, isNew } = await bookPayment(
    tx,
    {
      workspaceId,
      invoiceId: debt.isInFlight ? null : debt.id,
      cents,
      from: "bank",
      idempotencyKey: key,
      effectiveAt: now,
    },
    now,
  );
  // What was restored for it is undone with this transaction.
  if (!isNew) throw fieldError("reference", "payment_already_recorded");
  await addHistoryEntry(
    tx,
    {
      workspaceId,
      type: "invoice_payment",
      cents,
      invoiceId: debt.id,
      transactionId,
      detail: { source: "bank", reason: reference },
      createdBy: by,
    },
    now,
  );
}
