/**
 * Applies what the payment provider says about a payment: the request of the browser, the webhook, the charge and the
 * job all end here. It may be applied any number of times and in any order: success is final, and money is booked once.
 */
import type { LiveEventPayload } from "#contracts/live.ts";
import type { Tx } from "../../../core/db/db.ts";
import { publishLiveEvent } from "../../../core/live/live-events.ts";
import type { ProviderPayment } from "../../../ports/payments.ts";
import {
  addHistoryEntry,
  addPendingHistoryEntry,
  failHistoryEntry,
  type HistoryEntry,
  lockBillingAccount,
  settleHistoryEntry,
} from "../ledger.ts";
import { bookPayment, payFromBalance } from "../pay-invoices.ts";
import { setPaymentInFlight } from "../pay-invoices-store.ts";
import { pauseAutomaticTopUp } from "./automatic-top-up-store.ts";
import {
  lockPayment,
  markChecked,
  type PaymentRow,
  type PaymentStatus,
  updatePayment,
} from "./payments-store.ts";

/** Null if the payment does not exist. */
export async function settlePayment(
  tx: Tx,
  payment: { id: string; workspaceId: string },
  result: ProviderPayment,
  now: Date,
): Promise<PaymentRow | null> {
  await lockBillingAccount(tx, payment.workspaceId);
  const row = await lockPayment(tx, payment.id);
  if (row === null) return null;
  if (row.status === "succeeded") return row;
  if (result.status === "succeeded") await succeed(tx, row, result, now);
  else if (row.status === "failed") await markChecked(tx, row.id, now);
  else if (isOver(row, result)) await fail(tx, row, result, now);
  else await wait(tx, row, result, now);
  const event: LiveEventPayload = { topic: "billing", id: row.id };
  await publishLiveEvent(tx, row.workspace_id, event);
  return await lockPayment(tx, row.id);
}

/** A payment can be tried with another card, unless the customer is not present or the bank took days to decline it. */
const isOver = (row: PaymentRow, { status, failure }: ProviderPayment): boolean =>
  status === "canceled" ||
  ((row.is_off_session || row.status === "processing") &&
    status === "requires_payment_method" &&
    failure !== null);

const failureCode = ({ failure, status }: ProviderPayment): string | null => {
  if (failure === null) return status === "canceled" ? "canceled" : null;
  return failure.kind === "declined" ? failure.code : "authentication_required";
};

const toHistoryEntry = (row: PaymentRow, cents: number): Omit<HistoryEntry, "transactionId"> => ({
  workspaceId: row.workspace_id,
  type: row.invoice_id === null ? "top_up" : "invoice_payment",
  cents,
  invoiceId: row.invoice_id,
  detail: { brand: row.card_brand, last4: row.card_last4 },
  createdBy: row.created_by,
});

async function succeed(
  tx: Tx,
  row: PaymentRow,
  { paymentId, receivedCents }: ProviderPayment,
  now: Date,
): Promise<void> {
  const { transactionId, isNew } = await bookPayment(
    tx,
    {
      workspaceId: row.workspace_id,
      invoiceId: row.invoice_id,
      cents: receivedCents,
      from: "stripe",
      idempotencyKey: `payment:${row.id}`,
      effectiveAt: now,
    },
    now,
  );
  let historyEntryId = row.history_entry_id;
  const workspaceId = row.workspace_id;
  const isSettled =
    historyEntryId !== null &&
    (await settleHistoryEntry(tx, { workspaceId, id: historyEntryId, transactionId }, now));
  if (isNew && !isSettled)
    historyEntryId = await addHistoryEntry(
      tx,
      { ...toHistoryEntry(row, receivedCents), transactionId },
      now,
    );
  await updatePayment(
    tx,
    row.id,
    {
      status: "succeeded",
      providerId: paymentId,
      ...(historyEntryId !== null && { historyEntryId }),
    },
    now,
  );
}

async function fail(tx: Tx, row: PaymentRow, result: ProviderPayment, now: Date): Promise<void> {
  await endWithoutMoney(tx, row, { code: failureCode(result), providerId: result.paymentId }, now);
}

/** The provider failed, not the card: an automatic top-up tries again later. */
const isOfProvider = (code: string | null): boolean =>
  code === "provider_unavailable" || code === "not_received";

/** Ends a payment that received nothing: its invoice can be paid again, and an automatic top-up waits for the customer. */
export async function endWithoutMoney(
  tx: Tx,
  row: PaymentRow,
  { code, providerId }: { code: string | null; providerId?: string },
  now: Date,
): Promise<void> {
  const { workspace_id: workspaceId, invoice_id: invoiceId, history_entry_id: entry } = row;
  if (entry !== null) await failHistoryEntry(tx, { workspaceId, id: entry }, now);
  if (invoiceId !== null)
    await setPaymentInFlight(tx, { workspaceId, id: invoiceId, isInFlight: false }, now);
  if (row.is_automatic_top_up && !isOfProvider(code))
    await pauseAutomaticTopUp(tx, workspaceId, code ?? "canceled", now);
  await updatePayment(
    tx,
    row.id,
    { status: "failed", failureCode: code, ...(providerId !== undefined && { providerId }) },
    now,
  );
  // Money that arrived meanwhile waited for the result.
  if (invoiceId !== null) await payFromBalance(tx, workspaceId, now);
}

/** A payment that is processed for days stands in the history, and its invoice is neither reminded of nor paid otherwise. */
async function wait(tx: Tx, row: PaymentRow, result: ProviderPayment, now: Date): Promise<void> {
  const isProcessing = result.status === "processing";
  const { workspace_id: workspaceId, invoice_id: invoiceId } = row;
  if (isProcessing && invoiceId !== null)
    await setPaymentInFlight(tx, { workspaceId, id: invoiceId, isInFlight: true }, now);
  const historyEntryId =
    isProcessing && row.history_entry_id === null
      ? await addPendingHistoryEntry(
          tx,
          { ...toHistoryEntry(row, row.amount_cents), transactionId: null },
          now,
        )
      : null;
  await updatePayment(
    tx,
    row.id,
    {
      status: waitingStatus(row, result),
      providerId: result.paymentId,
      failureCode: failureCode(result),
      ...(historyEntryId !== null && { historyEntryId }),
    },
    now,
  );
}

/** What is processed does not return to an earlier state by a late event. */
function waitingStatus(row: PaymentRow, { status }: ProviderPayment): PaymentStatus {
  if (row.status === "processing" || status === "processing") return "processing";
  return status === "requires_action" ? "requires_action" : "created";
}
