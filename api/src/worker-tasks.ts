/** All jobs, with the registries that derive from the list. */
import type { FastifyBaseLogger } from "fastify";
import { auditSealJob } from "./core/audit/audit-chain.ts";
import { ledgerCheckJob, monthCloseJob } from "./modules/billing/close-job.ts";
import { usageRollupJob } from "./modules/billing/usage-rollup.ts";
import { vatIdCheckJob, vatIdRecheckJob } from "./modules/billing/check-vat-id.ts";
import { documentDeliveryJob } from "./modules/billing/files/deliver-documents.ts";
import { documentMailJob } from "./modules/billing/files/mail-document.ts";
import { copyDataJob } from "./modules/account/data-copy-jobs.ts";
import { automaticTopUpJob } from "./modules/billing/payments/automatic-top-up.ts";
import { invoiceCollectionJob } from "./modules/billing/payments/collect-job.ts";
import { paymentReconciliationJob } from "./modules/billing/payments/reconcile-job.ts";
import { refundReconciliationJob } from "./modules/billing/payments/reconcile-refunds-job.ts";
import { providerCheckJob } from "./modules/billing/payments/check-provider-job.ts";
import { reversalReconciliationJob } from "./modules/billing/payments/reconcile-reversals-job.ts";
import { cardRemovalJob } from "./modules/billing/payments/remove-card-job.ts";
import { bareMetalSyncJob } from "./modules/catalogue/bare-metal-sync-job.ts";
import { catalogueSyncJob } from "./modules/catalogue/sync-job.ts";
import { commandDispatchJob } from "./modules/commands/dispatch.ts";
import { commandAdvanceJob } from "./modules/commands/engine.ts";
import { commandDefinitions } from "./modules/instances/commands/command-definitions.ts";
import { bareMetalReconcileJob } from "./modules/instances/reconcile-bare-metal.ts";
import { reconcileJob } from "./modules/instances/reconcile.ts";
import { dunningJob } from "./modules/dunning/dunning-job.ts";
import { expiryNoticesJob } from "./modules/dunning/expiry-notices.ts";
import { suspensionLiftJob } from "./modules/dunning/lift-job.ts";
import { itemReleaseJob } from "./modules/instances/release-item.ts";
import { undoEndJob } from "./modules/instances/undo.ts";
import { queueStartJob } from "./modules/instances/queue/start-queued-orders.ts";
import { alertCheckJob, alertChecksJob } from "./modules/spending-alerts/check-job.ts";
import { budgetCheckJob, budgetChecksJob } from "./modules/spending-alerts/check-budgets.ts";
import { announcedStartJob } from "./modules/maintenance/start-announced.ts";
import { mailDeliveryJob } from "./modules/mail/jobs.ts";
import { cleanupJob } from "./modules/system/cleanup-job.ts";
import { tokenReminderJob } from "./modules/tokens/expiry-reminders.ts";
import { webhookBalanceJob } from "./modules/webhooks/balance-low.ts";
import { webhookDueJob, webhookSendingJob } from "./modules/webhooks/send-due.ts";
import { volumeSyncJob } from "./modules/volume-products/sync-job.ts";
import type { WebhookNetwork } from "./modules/webhooks/webhook-network.ts";
import { emailLinkJob } from "./modules/auth/accounts/email-link-jobs.ts";
import type { Clock } from "./core/lib/clock.ts";
import type { Database } from "./core/db/db.ts";
import type { Keyring } from "./core/lib/crypto.ts";
import { bindJobs, enqueueFirstRuns } from "./core/jobs/recurring-jobs.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { PaymentsProvider } from "./ports/payments.ts";
import type { ProviderRegions } from "./ports/regions.ts";
import type { VatIds } from "./ports/vat-ids.ts";

const jobs = [
  alertCheckJob,
  alertChecksJob,
  announcedStartJob,
  auditSealJob,
  automaticTopUpJob,
  bareMetalReconcileJob,
  bareMetalSyncJob,
  budgetCheckJob,
  budgetChecksJob,
  cardRemovalJob,
  catalogueSyncJob,
  cleanupJob,
  commandAdvanceJob,
  commandDispatchJob,
  copyDataJob,
  documentDeliveryJob,
  documentMailJob,
  dunningJob,
  emailLinkJob,
  expiryNoticesJob,
  invoiceCollectionJob,
  itemReleaseJob,
  ledgerCheckJob,
  mailDeliveryJob,
  paymentReconciliationJob,
  providerCheckJob,
  refundReconciliationJob,
  reversalReconciliationJob,
  monthCloseJob,
  usageRollupJob,
  queueStartJob,
  reconcileJob,
  suspensionLiftJob,
  tokenReminderJob,
  undoEndJob,
  vatIdCheckJob,
  vatIdRecheckJob,
  volumeSyncJob,
  webhookBalanceJob,
  webhookDueJob,
  webhookSendingJob,
] as const;

/** Names of all jobs in the queue. */
export const jobNames: readonly string[] = jobs.map(({ definition }) => definition.name);

export interface TaskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly mail: Mailer;
  readonly regions: ProviderRegions;
  readonly payments: PaymentsProvider | null;
  readonly webhookNetwork: WebhookNetwork;
  /** The service that checks VAT ids; none: VAT is charged as if none was valid. */
  readonly vatIds?: VatIds;
  /** The console's URL; links in emails start with it. */
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

export const taskHandlers = (deps: TaskDeps) =>
  bindJobs(jobs, { ...deps, definitions: commandDefinitions });

/** Enqueues the first run of the recurring jobs; each run enqueues the next. */
export const scheduleRecurringJobs = (deps: Pick<TaskDeps, "db" | "clock" | "regions">) =>
  enqueueFirstRuns(
    deps,
    jobs.map(({ definition }) => definition),
    deps.regions.handles,
  );
