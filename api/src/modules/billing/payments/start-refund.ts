/**
 * Refunds to the card of a payment. The row of the refund reserves the amount and is committed before the provider is
 * asked, so that its key is the same for every repetition; the ledger has the refund when the provider has answered.
 */
import type { RefundOptions } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import type { Tx } from "../../../core/db/db.ts";
import { sha256, uuidv7 } from "../../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../../core/lib/problem-error.ts";
import { PaymentsError, type ProviderRefund } from "../../../ports/payments.ts";
import { type LockedInvoice, lockDocument } from "../credit-notes-store.ts";
import { lockBillingAccount } from "../ledger.ts";
import { reservedCash } from "../pay-invoices-store.ts";
import { refundableCents } from "../refund-notes.ts";
import { outsideRequest, type PaymentsDeps, requirePayments } from "./payments-deps.ts";
import {
  findRefundablePayment,
  findRefundByRequest,
  insertRefund,
  lockPaymentState,
  lockRefund,
  type RefundablePayment,
  type RefundRow,
} from "./refunds-store.ts";
import { endWithoutRefund, settleRefund, waitForRefund } from "./settle-refund.ts";

export interface RefundRequest {
  /** Id of the payment, of its entry in the history, or of the invoice. */
  readonly id: string;
  /** Null for as much as possible. */
  readonly amountCents: number | null;
  readonly reason: string;
  readonly by: string;
  /** Null without one. */
  readonly idempotencyKey: string | null;
}

interface CardLimit {
  /** In cents. */
  readonly most: number;
  /** The invoice that a credit note takes back; null where the money is in the balance. */
  readonly invoiceId: string | null;
  readonly isDisputed: boolean;
}

/**
 * What can go to the card of a payment. Of the invoice that it paid: what is left of the payment and of the invoice.
 * Otherwise, and after an earlier refund came back: what is left of the payment and is in the balance. Account and invoice
 * are locked.
 */
async function cardLimit(
  tx: Tx,
  payment: RefundablePayment,
  { cash, invoice }: { cash: number; invoice: LockedInvoice | null },
): Promise<CardLimit> {
  const state = await lockPaymentState(tx, payment.id);
  const { isDisputed } = state;
  const left = state.amount - state.refunded - state.withdrawn;
  const ofInvoice =
    invoice === null || state.hasReturned || !state.hasPaidInvoice
      ? 0
      : Math.min(left, refundableCents(invoice));
  if (ofInvoice > 0 && invoice !== null)
    return { most: ofInvoice, invoiceId: invoice.id, isDisputed };
  const free = cash - (await reservedCash(tx, payment.workspace_id));
  return { most: Math.max(0, Math.min(left, free)), invoiceId: null, isDisputed };
}

async function lockAndLimit(tx: Tx, payment: RefundablePayment): Promise<CardLimit> {
  const { workspace_id: workspaceId, invoice_id: invoiceId } = payment;
  const { cash } = await lockBillingAccount(tx, workspaceId);
  const invoice = invoiceId === null ? null : await lockDocument(tx, workspaceId, invoiceId);
  return await cardLimit(tx, payment, { cash, invoice });
}

/** What can go back of a payment or an invoice, to its card and to the balance. */
export async function readRefundOptions(
  tx: Tx,
  { id, invoice }: { id: string; invoice: { workspaceId: string; id: string } | null },
): Promise<RefundOptions> {
  const payment = await findRefundablePayment(tx, id);
  const limit = payment === null ? null : await lockAndLimit(tx, payment);
  const document =
    invoice === null ? null : await lockDocument(tx, invoice.workspaceId, invoice.id);
  return {
    card: usd(limit === null || limit.isDisputed ? 0 : limit.most),
    balance: usd(document === null ? 0 : Math.max(0, refundableCents(document))),
    isDisputed: limit?.isDisputed ?? false,
  };
}

/** Inserts the refund, or returns the one that the same request made before. */
async function registerRefund(tx: Tx, request: RefundRequest, now: Date): Promise<RefundRow> {
  const { id: named, amountCents, reason, by, idempotencyKey } = request;
  const payment = await findRefundablePayment(tx, named);
  if (payment === null) throw fieldError("target", "not_paid_by_card");
  const workspaceId = payment.workspace_id;
  await lockBillingAccount(tx, workspaceId);
  const repetition =
    idempotencyKey === null
      ? null
      : {
          key: sha256(`${by} ${named} ${idempotencyKey}`),
          hash: sha256(JSON.stringify([amountCents, reason])),
        };
  const earlier =
    repetition === null ? null : await findRefundByRequest(tx, workspaceId, repetition.key);
  if (earlier !== null) {
    if (repetition?.hash.equals(earlier.request_hash ?? Buffer.alloc(0)) !== true)
      throw new ProblemError("idempotency_key_reused");
    return earlier;
  }
  const { most, invoiceId, isDisputed } = await lockAndLimit(tx, payment);
  if (isDisputed) throw fieldError("amountCents", "charge_disputed");
  if (most <= 0) throw fieldError("amountCents", "nothing_refundable");
  const cents = amountCents ?? most;
  if (cents > most) throw fieldError("amountCents", "refund_too_large", { maximumCents: most });
  const id = uuidv7(now);
  await insertRefund(
    tx,
    {
      id,
      workspaceId,
      paymentId: payment.id,
      invoiceId,
      amountCents: cents,
      reason,
      createdBy: by,
      request: repetition,
    },
    now,
  );
  const row = await lockRefund(tx, id);
  if (row === null) throw new Error(`Refund ${id} does not exist`);
  return row;
}

/** Null when the response is lost. */
type Answer = ProviderRefund | null;

/**
 * Registers the refund and asks the provider. Returns the function that books the answer in the transaction of the
 * request. Throws 422 when the provider rejects it; nothing is booked then.
 */
export async function startRefund(
  deps: PaymentsDeps,
  request: RefundRequest,
  now: Date,
): Promise<(tx: Tx, at: Date) => Promise<RefundRow>> {
  requirePayments(deps);
  const row = await deps.db.withSystemRole(outsideRequest, (tx) =>
    registerRefund(tx, request, now),
  );
  const answer = row.status === "created" ? await askForRefund(deps, row, now) : undefined;
  if (row.status === "failed") throw rejection(row.failure_code);
  return async (tx, at) => {
    if (answer === undefined) return row;
    const { id, workspace_id: workspaceId } = row;
    if (answer !== null) return (await settleRefund(tx, { id, workspaceId }, answer, at)) ?? row;
    await lockBillingAccount(tx, workspaceId);
    const current = await lockRefund(tx, id);
    // A webhook may have been faster than the lost response.
    if (current?.status === "created") await waitForRefund(tx, current, { isPending: false }, at);
    return (await lockRefund(tx, id)) ?? row;
  };
}

const rejection = (code: string | null) =>
  code === "charge_already_refunded" || code === "charge_disputed"
    ? fieldError("amountCents", code)
    : new ProblemError("unavailable", { reason: createReason("payment_provider_unavailable") });

async function askForRefund(deps: PaymentsDeps, row: RefundRow, now: Date): Promise<Answer> {
  const payments = requirePayments(deps);
  const { id, amount_cents: amountCents, payment_provider_id: paymentId } = row;
  const giveUp = async (code: string) => {
    await deps.db.withSystemRole(outsideRequest, async (tx) => {
      await lockBillingAccount(tx, row.workspace_id);
      const current = await lockRefund(tx, id);
      if (current?.status === "created") await endWithoutRefund(tx, current, { code }, now);
    });
    return rejection(code);
  };
  if (paymentId === null) throw await giveUp("provider_rejected");
  try {
    const answer = await payments.refund({
      paymentId,
      amountCents,
      reference: id,
      key: `re:${id}`,
    });
    if ("rejected" in answer) throw await giveUp(answer.rejected);
    return answer;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    deps.logger.warn({ err: error, kind: error.kind }, "a refund has no result");
    if (error.kind === "unknown_outcome") return null;
    throw await giveUp("provider_rejected");
  }
}
