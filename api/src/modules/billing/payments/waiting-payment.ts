/**
 * A payment of an invoice that waits for its customer. No money is on its way, so it holds back neither reminders nor other
 * money; whatever needs its place ends it at the provider first, which decides whether the customer was faster.
 */
import type { Database } from "../../../core/db/db.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderPayment,
} from "../../../ports/payments.ts";
import type { PaymentRow } from "./payments-store.ts";
import { settlePayment } from "./settle-payment.ts";

const reason = "a payment that waits for its customer is ended between two transactions";

export const isWaitingForCustomer = ({
  is_off_session: isOffSession,
  status,
}: Pick<PaymentRow, "is_off_session" | "status">): boolean =>
  !isOffSession && (status === "created" || status === "requires_action");

/** Returns what is final at the provider, or processed by the bank: a payment that was confirmed meanwhile is not canceled. */
export async function cancelUnlessConfirmed(
  payments: PaymentsProvider,
  providerId: string,
): Promise<ProviderPayment> {
  try {
    return await payments.cancelPayment(providerId);
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== "rejected") throw error;
    return await payments.payment(providerId);
  }
}

/**
 * Ends the payment and books what it received, if the customer was faster. Without an id of the provider, its start has no
 * response yet, and the payment stays: `payments.reconcile` ends it.
 */
export async function endWaitingPayment(
  { db }: { readonly db: Database },
  payments: PaymentsProvider,
  { id, workspace_id: workspaceId, provider_id: providerId }: PaymentRow,
  now: Date,
): Promise<void> {
  if (providerId === null) return;
  const result = await cancelUnlessConfirmed(payments, providerId);
  await db.withSystemRole(reason, (tx) => settlePayment(tx, { id, workspaceId }, result, now));
}
