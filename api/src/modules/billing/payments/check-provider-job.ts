/** Compares the ledger with the payment provider every night. What it finds is kept for staff until it is gone. */
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import { PaymentsError } from "../../../ports/payments.ts";
import { saveProviderFindings } from "../ledger-findings-store.ts";
import { checkProvider } from "./check-provider.ts";
import type { PaymentsDeps } from "./payments-deps.ts";

const dayMs = 86_400_000;
/** Nights without a run, or without the provider, leave no gap within a week. */
const periodMs = 7 * dayMs;
/** By then an event or a reconciliation has brought it to the ledger, which looks for money that went back every 6 hours. */
const settledMs = dayMs;
const reason = "findings about the payment provider belong to no tenant";

type CheckDeps = Pick<PaymentsDeps, "db" | "clock" | "logger" | "payments">;

export const providerCheckJob = job(
  defineJob("payments.check_provider", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + dayMs),
  }),
  async ({ db, clock, logger, payments }: CheckDeps) => {
    if (payments === null) return;
    const now = clock.now();
    const until = new Date(now.getTime() - settledMs);
    const period = { from: new Date(until.getTime() - periodMs), until };
    try {
      const { findings, isComplete } = await checkProvider(db, payments, period);
      if (!isComplete) logger.warn("more moved at the payment provider than a run compares");
      await db.withSystemRole(reason, (tx) => saveProviderFindings(tx, findings, now));
      for (const { kind, reference } of findings)
        logger.error({ kind, reference }, "the ledger and the payment provider differ");
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // The provider is down: findings stay as they are, and the next night compares again.
      logger.warn({ err: error, kind: error.kind }, "the payment provider could not be compared");
    }
  },
);
