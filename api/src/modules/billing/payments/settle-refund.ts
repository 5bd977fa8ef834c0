/**
 * Applies what the payment provider says about a refund: the request of staff, the webhook and the job all end here. It
 * may be applied any number of times and in any order. The ledger has the refund once it succeeded.
 */
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../../core/live/live-events.ts";
import type { ProviderRefund } from "../../../ports/payments.ts";
import { lockDocument } from "../credit-notes-store.ts";
import {
  addHistoryEntry,
  addPendingHistoryEntry,
  failHistoryEntry,
  type HistoryEntry,
  lockBillingAccount,
  postTransaction,
  readBalances,
  settleHistoryEntry,
} from "../ledger.ts";
import { payFromBalance } from "../pay-invoices.ts";
import { creditPaidAmount } from "../refund-notes.ts";
import { findByProvider } from "./payments-store.ts";
import {
  findRefundByProvider,
  insertRefund,
  lockPaymentState,
  lockRefund,
  markRefundChecked,
  type RefundRow,
  updateRefund,
} from "./refunds-store.ts";

/** Null if the refund does not exist. */
export async function settleRefund(
  tx: Tx,
  refund: { id: string; workspaceId: string },
  result: ProviderRefund,
  now: Date,
): Promise<RefundRow | null> {
  await lockBillingAccount(tx, refund.workspaceId);
  const row = await lockRefund(tx, refund.id);
  if (row === null) return null;
  const isOpen = row.status === "created" || row.status === "pending";
  const hasFailed = result.status === "failed" || result.status === "canceled";
  const { refundId: providerId, failureCode } = result;
  // One that was given up as not received may have arrived after all.
  if ((isOpen || row.status === "failed") && result.status === "succeeded")
    await book(tx, row, providerId, now);
  else if (isOpen && hasFailed)
    await endWithoutRefund(tx, row, { code: failureCode ?? result.status, providerId }, now);
  else if (isOpen) await waitForRefund(tx, row, { isPending: true, providerId }, now);
  else if (row.status === "succeeded" && hasFailed) await takeBack(tx, row, failureCode, now);
  else await markRefundChecked(tx, row.id, now);
  await publishLiveEvent(tx, row.workspace_id, { topic: "billing", id: row.id });
  return await lockRefund(tx, row.id);
}

const toHistoryEntry = (row: RefundRow, cents: number): HistoryEntry => ({
  workspaceId: row.workspace_id,
  type: "refund",
  cents,
  invoiceId: row.invoice_id,
  detail: { brand: row.card_brand, last4: row.card_last4 },
  createdBy: row.created_by,
});

/**
 * The credit note moves the amount from the invoice to the balance, and the refund from there to the card. A refund that
 * the provider made on its own may exceed both; the rest is a gift.
 */
async function book(tx: Tx, row: RefundRow, providerId: string, now: Date): Promise<void> {
  const { workspace_id: workspaceId, reason, created_by: createdBy } = row;
  const invoice =
    row.invoice_id === null ? null : await lockDocument(tx, workspaceId, row.invoice_id);
  const credited =
    invoice === null || invoice.status === "reversed"
      ? 0
      : Math.min(row.amount_cents, invoice.paid, invoice.total - invoice.credited);
  const creditNoteId =
    invoice === null || credited <= 0
      ? null
      : await creditPaidAmount(tx, invoice, { cents: credited, reason, createdBy }, now);
  const { cash } = await readBalances(tx, workspaceId);
  const fromBalance = Math.min(row.amount_cents, cash);
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "refund",
      idempotencyKey: `refund:${row.id}`,
      reference: { refundId: row.id, paymentId: row.payment_id, invoiceId: row.invoice_id },
      effectiveAt: now,
      entries: [
        { account: "cash", cents: fromBalance },
        { account: "goodwill", cents: row.amount_cents - fromBalance },
        { account: "stripe", cents: -row.amount_cents },
      ],
    },
    now,
  );
  const pending = row.history_entry_id;
  const isSettled =
    pending !== null &&
    (await settleHistoryEntry(tx, { workspaceId, id: pending, transactionId }, now));
  const historyEntryId =
    isSettled || fromBalance === 0
      ? pending
      : await addHistoryEntry(tx, { ...toHistoryEntry(row, -fromBalance), transactionId }, now);
  await updateRefund(
    tx,
    row.id,
    { status: "succeeded", providerId, creditNoteId, historyEntryId },
    now,
  );
}

/** Ends a refund that sent nothing: the reserved amount is free again. */
export async function endWithoutRefund(
  tx: Tx,
  row: RefundRow,
  { code, providerId }: { code: string; providerId?: string },
  now: Date,
): Promise<void> {
  const { workspace_id: workspaceId, history_entry_id: entry } = row;
  if (entry !== null) await failHistoryEntry(tx, { workspaceId, id: entry }, now);
  const change = { failureCode: code, ...(providerId !== undefined && { providerId }) };
  await updateRefund(tx, row.id, { status: "failed", ...change }, now);
  await payFromBalance(tx, workspaceId, now);
}

/** A refund whose result takes time stands in the history. */
export async function waitForRefund(
  tx: Tx,
  row: RefundRow,
  { isPending, providerId }: { isPending: boolean; providerId?: string },
  now: Date,
): Promise<void> {
  const historyEntryId =
    row.history_entry_id ??
    (await addPendingHistoryEntry(tx, toHistoryEntry(row, -row.amount_cents), now));
  await updateRefund(
    tx,
    row.id,
    {
      status: isPending ? "pending" : row.status,
      historyEntryId,
      ...(providerId !== undefined && { providerId }),
    },
    now,
  );
}

/** The bank sent the money back after the refund had succeeded: it goes to the balance. */
async function takeBack(
  tx: Tx,
  row: RefundRow,
  failureCode: string | null,
  now: Date,
): Promise<void> {
  const { workspace_id: workspaceId, amount_cents: cents } = row;
  const { id: transactionId } = await postTransaction(
    tx,
    {
      workspaceId,
      kind: "refund_returned",
      idempotencyKey: `refund_returned:${row.id}`,
      reference: { refundId: row.id, paymentId: row.payment_id },
      effectiveAt: now,
      entries: [
        { account: "stripe", cents },
        { account: "cash", cents: -cents },
      ],
    },
    now,
  );
  const { detail, ...entry } = toHistoryEntry(row, cents);
  const returned = { ...detail, change: "refund_returned" };
  await addHistoryEntry(tx, { ...entry, detail: returned, transactionId }, now);
  await updateRefund(tx, row.id, { status: "returned", failureCode: failureCode ?? "failed" }, now);
  await payFromBalance(tx, workspaceId, now);
}

/**
 * Applies a refund that the provider reports. One that was made at the provider gets a row of its own, if its payment is
 * Boreal's.
 */
export async function settleReportedRefund(
  tx: Tx,
  result: ProviderRefund,
  now: Date,
): Promise<void> {
  const known = await findRefundByProvider(tx, result.refundId, result.reference);
  if (known !== null) {
    await settleRefund(tx, { id: known.id, workspaceId: known.workspace_id }, result, now);
    return;
  }
  const payment =
    result.paymentId === null ? null : await findByProvider(tx, result.paymentId, null);
  if (payment === null) return;
  const { id: paymentId, workspaceId, invoiceId } = payment;
  await lockBillingAccount(tx, workspaceId);
  // A concurrent delivery may have inserted it while this one waited for the lock.
  const inserted = await findRefundByProvider(tx, result.refundId, result.reference);
  const id = inserted?.id ?? uuidv7(now);
  if (inserted === null) {
    await lockPaymentState(tx, paymentId);
    const reason = "Refunded at the payment provider";
    await insertRefund(
      tx,
      {
        id,
        workspaceId,
        paymentId,
        invoiceId,
        amountCents: result.amountCents,
        reason,
        createdBy: null,
        request: null,
      },
      now,
    );
  }
  await settleRefund(tx, { id, workspaceId }, result, now);
}
