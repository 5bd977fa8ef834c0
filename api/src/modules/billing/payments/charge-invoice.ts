/** Charges the default card for an invoice, without the customer present. */
import { minimumChargeCents } from "#contracts/payments.ts";
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { PaymentsError, type ProviderPayment } from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import { lockInvoice, setPaymentInFlight } from "../pay-invoices-store.ts";
import { findCard, findCustomer, type StoredCard } from "./payment-methods-store.ts";
import { type PaymentsDeps, requirePayments } from "./payments-deps.ts";
import {
  insertPayment,
  lockPayment,
  type PaymentRow,
  sumCarried,
  updatePayment,
} from "./payments-store.ts";
import { endWithoutMoney, settlePayment } from "./settle-payment.ts";

const reason = "an invoice is charged without a session";

/**
 * - `below_minimum`: the amount is carried forward; cards are charged from 50 cents on.
 * - `payment_in_progress`: another payment of the invoice has no result yet.
 * - `no_card`, `expired_card`: nothing was sent to the provider.
 */
export type ChargeResult =
  | { readonly kind: "not_charged"; readonly reason: NotCharged }
  | { readonly kind: "charged"; readonly payment: PaymentRow };
export type NotCharged =
  | "nothing_owed"
  | "below_minimum"
  | "payment_in_progress"
  | "no_card"
  | "expired_card";

/**
 * Charges what is open of the invoice, and of others that are too small to be charged alone: what exceeds the invoice goes to
 * the balance, which pays them. A lost response leaves the payment `unknown` until the reconciliation finds its
 * result; the invoice has a payment in flight meanwhile. Each call is an attempt of its own.
 */
export async function chargeInvoice(
  deps: PaymentsDeps,
  invoice: { workspaceId: string; invoiceId: string },
): Promise<ChargeResult> {
  const payments = requirePayments(deps);
  const { db, clock, logger } = deps;
  const { workspaceId } = invoice;
  const attempt = await db.withSystemRole(reason, (tx) => register(tx, invoice, clock.now()));
  if (typeof attempt === "string") return { kind: "not_charged", reason: attempt };
  const { id, amountCents, card, customerId } = attempt;
  let result: ProviderPayment | null = null;
  let isLost = false;
  try {
    result = await payments.charge({
      customerId,
      workspaceId,
      reference: id,
      amountCents,
      description: "Invoice",
      key: `pi:${id}`,
      cardId: card.provider_id,
    });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    logger.warn({ err: error, kind: error.kind }, "a charge has no result");
    isLost = error.kind === "unknown_outcome";
  }
  const payment = await db.withSystemRole(reason, (tx) =>
    saveResult(tx, { id, workspaceId }, { result, isLost }, clock.now()),
  );
  if (payment === null) throw new Error(`Payment ${id} does not exist`);
  return { kind: "charged", payment };
}

interface Attempt {
  readonly id: string;
  readonly amountCents: number;
  readonly card: StoredCard;
  readonly customerId: string;
}

async function register(
  tx: Tx,
  { workspaceId, invoiceId }: { workspaceId: string; invoiceId: string },
  now: Date,
): Promise<Attempt | NotCharged> {
  await lockBillingAccount(tx, workspaceId);
  const invoice = await lockInvoice(tx, workspaceId, invoiceId);
  if (invoice === null || invoice.open <= 0) return "nothing_owed";
  const amountCents = invoice.open + (await sumCarried(tx, workspaceId, invoiceId));
  if (amountCents < minimumChargeCents) return "below_minimum";
  const card = await findCard(tx, workspaceId, undefined, now);
  const customerId = await findCustomer(tx, workspaceId);
  if (card === null || customerId === null) return "no_card";
  if (card.is_expired) return "expired_card";
  if (!(await setPaymentInFlight(tx, { workspaceId, id: invoiceId, isInFlight: true }, now)))
    return "payment_in_progress";
  const id = uuidv7(now);
  await insertPayment(
    tx,
    { id, workspaceId, invoiceId, amountCents, card, isOffSession: true, createdBy: null },
    now,
  );
  return { id, amountCents, card, customerId };
}

async function saveResult(
  tx: Tx,
  payment: { id: string; workspaceId: string },
  { result, isLost }: { result: ProviderPayment | null; isLost: boolean },
  now: Date,
): Promise<PaymentRow | null> {
  if (result !== null) return await settlePayment(tx, payment, result, now);
  await lockBillingAccount(tx, payment.workspaceId);
  const row = await lockPayment(tx, payment.id);
  // A webhook may have been faster than the lost response.
  if (row === null || row.status !== "created") return row;
  if (isLost) await updatePayment(tx, row.id, { status: "unknown" }, now);
  else await endWithoutMoney(tx, row, { code: "provider_unavailable" }, now);
  return await lockPayment(tx, row.id);
}
