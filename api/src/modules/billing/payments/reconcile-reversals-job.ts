/**
 * Finds money that went back without an event that arrived: disputes, refunds that failed days after they had succeeded,
 * and refunds that were made at the provider.
 */
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderDispute,
  type ProviderRefund,
} from "../../../ports/payments.ts";
import { type KnownDispute, listKnownDisputes } from "./disputes-store.ts";
import { isOutage, type PaymentsDeps } from "./payments-deps.ts";
import { listKnownRefunds, type RefundStatus } from "./refunds-store.ts";
import { readPaymentOfDispute } from "./reported-payment.ts";
import { settleReportedRefund } from "./settle-refund.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Longer than a bank takes to return a refund. */
const refundsMs = 45 * dayMs;
/** Longer than a bank takes to decide about a dispute. */
const disputesMs = 180 * dayMs;
const reason = "money that went back of every tenant is reconciled";

export const reversalReconciliation = defineJob("payments.reconcile_reversals", NoPayload, {
  each: "platform",
  next: every(6 * hourMs),
});

type ReconcileDeps = Pick<PaymentsDeps, "db" | "clock" | "logger" | "payments">;

export const reversalReconciliationJob = job(
  reversalReconciliation,
  async (deps: ReconcileDeps) => {
    if (deps.payments === null) return;
    try {
      await reconcile(deps, deps.payments);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // The provider is down: the next run asks again.
      deps.logger.warn({ err: error, kind: error.kind }, "reversals could not be reconciled");
    }
  },
);

async function reconcile(
  { db, clock, logger }: ReconcileDeps,
  payments: PaymentsProvider,
): Promise<void> {
  const now = clock.now();
  const since = (ageMs: number) => new Date(now.getTime() - ageMs);
  const refunds = await payments.refundsSince(since(refundsMs));
  const knownRefunds = await db.withSystemRole(reason, (tx) =>
    listKnownRefunds(
      tx,
      refunds.map(({ refundId }) => refundId),
    ),
  );
  // The oldest first, as events would have arrived.
  for (const refund of refunds.toReversed())
    if (!isSameRefund(refund, knownRefunds.get(refund.refundId)))
      await db.withSystemRole(reason, (tx) => settleReportedRefund(tx, refund, now));
  const disputes = await payments.disputesSince(since(disputesMs));
  const knownDisputes = await db.withSystemRole(reason, (tx) =>
    listKnownDisputes(
      tx,
      disputes.map(({ disputeId }) => disputeId),
    ),
  );
  for (const dispute of disputes.toReversed()) {
    if (isSameDispute(dispute, knownDisputes.get(dispute.disputeId))) continue;
    try {
      const settle = await readPaymentOfDispute(payments, dispute);
      await db.withSystemRole(reason, (tx) => settle(tx, now));
    } catch (error) {
      if (!(error instanceof PaymentsError) || isOutage(error)) throw error;
      // The provider rejects what belongs to this dispute only, behind which others must not wait.
      const { disputeId } = dispute;
      logger.warn({ err: error, kind: error.kind, disputeId }, "a dispute could not be reconciled");
    }
  }
}

const sameStatuses: Readonly<Record<ProviderRefund["status"], readonly RefundStatus[]>> = {
  pending: ["pending"],
  succeeded: ["succeeded"],
  failed: ["failed", "returned"],
  canceled: ["failed", "returned"],
};

const isSameRefund = (
  { status }: ProviderRefund,
  known: { readonly status: RefundStatus } | undefined,
): boolean => known !== undefined && sameStatuses[status].includes(known.status);

const isSameDispute = (
  { status, withdrawnCents, reinstatedCents }: ProviderDispute,
  known: KnownDispute | undefined,
): boolean =>
  known !== undefined &&
  known.status === status &&
  known.withdrawn === withdrawnCents &&
  known.reinstated === reinstatedCents;
