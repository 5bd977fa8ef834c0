/** Reads a payment from the provider for a webhook or a job, before the transaction in which it takes effect. */
import type { Tx } from "../../../core/db/db.ts";
import type { PaymentsProvider, ProviderDispute } from "../../../ports/payments.ts";
import { findByProvider } from "./payments-store.ts";
import { settleDispute } from "./settle-dispute.ts";
import { settlePayment } from "./settle-payment.ts";

export type Effect = (tx: Tx, now: Date) => Promise<void>;

export async function readPayment(payments: PaymentsProvider, id: string): Promise<Effect> {
  const result = await payments.payment(id);
  return async (tx, now) => {
    const payment = await findByProvider(tx, result.paymentId, result.reference);
    if (payment !== null) await settlePayment(tx, payment, result, now);
  };
}

/** A dispute may be known before the response of the charge, when the payment has no id of the provider yet. */
export async function readPaymentOfDispute(
  payments: PaymentsProvider,
  reported: ProviderDispute,
): Promise<Effect> {
  const settle =
    reported.paymentId === null ? null : await readPayment(payments, reported.paymentId);
  return async (tx, now) => {
    await settle?.(tx, now);
    await settleDispute(tx, reported, now);
  };
}
