/**
 * Finds the results of payments that no webhook and no browser reported: responses that were lost, webhooks that never
 * arrived, browsers that were closed. It also ends payments whose invoice other money paid before the customer confirmed.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../../core/lib/clock.ts";
import type { Database } from "../../../core/db/db.ts";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderPayment,
} from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import { isOutage } from "./payments-deps.ts";
import {
  deleteOldEvents,
  listUnchecked,
  lockPayment,
  markChecked,
  type OpenPayment,
} from "./payments-store.ts";
import { endWithoutMoney, settlePayment } from "./settle-payment.ts";
import { cancelUnlessConfirmed } from "./waiting-payment.ts";

const minuteMs = 60_000;
const intervalMs = minuteMs;
/** A payment is asked for again after this time. */
const recheckMs = 2 * minuteMs;
/** Longer than any request to the provider takes. What it has not received by then, it never will. */
const lostAfterMs = 15 * minuteMs;
/** The client secret of a payment is then of no use any more. */
const abandonedAfterMs = 24 * 60 * minuteMs;
const batch = 50;
const keptEventsMs = 90 * 24 * 60 * minuteMs;

const reason = "payments of every tenant are reconciled";

export const paymentReconciliation = defineJob("payments.reconcile", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  readonly payments: PaymentsProvider | null;
}

export const paymentReconciliationJob = job(
  paymentReconciliation,
  async ({ db, clock, logger, payments }: ReconcileDeps) => {
    if (payments === null) return;
    const now = clock.now();
    const open = await db.withSystemRole(reason, async (tx) => {
      await deleteOldEvents(tx, new Date(now.getTime() - keptEventsMs));
      return await listUnchecked(tx, new Date(now.getTime() - recheckMs), batch);
    });
    for (const payment of open) {
      try {
        await reconcile(db, payments, payment, now);
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error;
        logger.warn(
          { err: error, kind: error.kind, payment: payment.id },
          "a payment could not be reconciled",
        );
        if (isOutage(error)) return;
        // It rejects this payment only, behind which others must not wait.
        await db.withSystemRole(reason, (tx) => markChecked(tx, payment.id, now));
      }
    }
  },
);

async function reconcile(
  db: Database,
  payments: PaymentsProvider,
  payment: OpenPayment,
  now: Date,
): Promise<void> {
  const age = now.getTime() - payment.created_at.getTime();
  const result = await findResult(payments, payment, age);
  await db.withSystemRole(reason, async (tx) => {
    if (result !== null) {
      await settlePayment(tx, { id: payment.id, workspaceId: payment.workspace_id }, result, now);
      return;
    }
    await lockBillingAccount(tx, payment.workspace_id);
    const row = await lockPayment(tx, payment.id);
    if (row === null || row.status === "succeeded" || row.status === "failed") return;
    if (age >= lostAfterMs && row.provider_id === null)
      await endWithoutMoney(tx, row, { code: "not_received" }, now);
    else await markChecked(tx, row.id, now);
  });
}

/** Null if the provider has no such payment, or not yet. */
async function findResult(
  payments: PaymentsProvider,
  payment: OpenPayment,
  age: number,
): Promise<ProviderPayment | null> {
  const { id, provider_id: providerId, customer_id: customerId, status } = payment;
  if (providerId === null)
    return customerId === null ? null : await payments.findPayment(customerId, id);
  if (payment.is_superseded) return await cancelUnlessConfirmed(payments, providerId);
  const result = await payments.payment(providerId);
  const isAbandoned = age >= abandonedAfterMs && status !== "processing";
  const isOpen = result.status === "requires_payment_method" || result.status === "requires_action";
  return isAbandoned && isOpen ? await cancelUnlessConfirmed(payments, providerId) : result;
}
