/** Finds the results of refunds that no webhook reported, and of those whose response was lost. */
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderRefund,
} from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import { isOutage, type PaymentsDeps } from "./payments-deps.ts";
import {
  listUncheckedRefunds,
  lockRefund,
  markRefundChecked,
  type RefundRow,
} from "./refunds-store.ts";
import { endWithoutRefund, settleRefund } from "./settle-refund.ts";

const minuteMs = 60_000;
/** A refund is asked for again after this time. */
const recheckMs = 2 * minuteMs;
/** Longer than any request to the provider takes. What it has not received by then, it never will. */
const lostAfterMs = 15 * minuteMs;
const batch = 50;
const reason = "refunds of every tenant are reconciled";

export const refundReconciliation = defineJob("payments.reconcile_refunds", NoPayload, {
  each: "platform",
  next: every(minuteMs),
});

type ReconcileDeps = Pick<PaymentsDeps, "db" | "clock" | "logger" | "payments">;

export const refundReconciliationJob = job(refundReconciliation, async (deps: ReconcileDeps) => {
  const { db, clock, logger, payments } = deps;
  if (payments === null) return;
  const now = clock.now();
  const before = new Date(now.getTime() - recheckMs);
  const open = await db.withSystemRole(reason, (tx) => listUncheckedRefunds(tx, before, batch));
  for (const refund of open) {
    try {
      await reconcile(deps, payments, refund, now);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      logger.warn(
        { err: error, kind: error.kind, refund: refund.id },
        "a refund could not be reconciled",
      );
      if (isOutage(error)) return;
      // It rejects this refund only, behind which others must not wait.
      await db.withSystemRole(reason, (tx) => markRefundChecked(tx, refund.id, now));
    }
  }
});

async function reconcile(
  { db }: ReconcileDeps,
  payments: PaymentsProvider,
  refund: RefundRow,
  now: Date,
): Promise<void> {
  const result = await findResult(payments, refund);
  await db.withSystemRole(reason, async (tx) => {
    const { id, workspace_id: workspaceId } = refund;
    if (result !== null) {
      await settleRefund(tx, { id, workspaceId }, result, now);
      return;
    }
    await lockBillingAccount(tx, workspaceId);
    const row = await lockRefund(tx, id);
    if (row?.status !== "created") return;
    if (now.getTime() - row.created_at.getTime() >= lostAfterMs)
      await endWithoutRefund(tx, row, { code: "not_received" }, now);
    else await markRefundChecked(tx, id, now);
  });
}

/** Null if the provider has no such refund, or not yet. */
async function findResult(
  payments: PaymentsProvider,
  { id, provider_id: providerId, payment_provider_id: paymentId }: RefundRow,
): Promise<ProviderRefund | null> {
  if (providerId !== null) return await payments.findRefund(providerId);
  if (paymentId === null) return null;
  const made = await payments.refundsOf(paymentId);
  return made.find(({ reference }) => reference === id) ?? null;
}
