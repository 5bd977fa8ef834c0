/** Charges a saved card without the customer present, for a payment whose row is committed. */
import type { Tx } from "../../../core/db/db.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderPayment,
} from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import type { StoredCard } from "./payment-methods-store.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { lockPayment, type PaymentRow, updatePayment } from "./payments-store.ts";
import { endWithoutMoney, settlePayment } from "./settle-payment.ts";

const reason = "a card is charged without a session";

export interface Charge {
  /** Of the payment. */
  readonly id: string;
  readonly workspaceId: string;
  readonly amountCents: number;
  readonly card: StoredCard;
  readonly customerId: string;
  readonly description: string;
}

/** A lost response leaves the payment `unknown` until the reconciliation finds its result. */
export async function sendCharge(
  { db, clock, logger }: PaymentsDeps,
  payments: PaymentsProvider,
  { id, workspaceId, amountCents, card, customerId, description }: Charge,
): Promise<PaymentRow> {
  let result: ProviderPayment | null = null;
  let isLost = false;
  try {
    result = await payments.charge({
      customerId,
      workspaceId,
      reference: id,
      amountCents,
      description,
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
  return payment;
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
