/** Every task with what does its work. */
import type { FastifyBaseLogger } from "fastify";
import { auditChainJobs } from "./core/audit-chain.ts";
import { dataCopyJobs } from "./account/data-copy-jobs.ts";
import { linkJobs } from "./auth/email-link-jobs.ts";
import { catalogueJobs } from "./catalogue/sync-job.ts";
import { commandJobs } from "./commands/engine.ts";
import { reconcileJobs } from "./instances/reconcile.ts";
import { mailJobs } from "./mail/jobs.ts";
import { cleanupJobs } from "./system/cleanup-job.ts";
import { tokenJobs } from "./tokens/expiry-reminders.ts";
import type { Clock } from "./core/clock.ts";
import type { Database } from "./core/db.ts";
import type { Keyring } from "./core/crypto.ts";
import type { TaskHandlers } from "./core/worker.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { ComputeRegions } from "./ports/regions.ts";

export interface TaskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly mail: Mailer;
  readonly regions: ComputeRegions;
  /** Links in mails begin with it. */
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

export function taskHandlers(deps: TaskDeps): TaskHandlers {
  return {
    ...mailJobs(deps),
    ...linkJobs(deps),
    ...dataCopyJobs(deps),
    ...cleanupJobs(deps),
    ...tokenJobs(deps),
    ...auditChainJobs(deps),
    ...catalogueJobs(deps),
    ...commandJobs(deps),
    ...reconcileJobs(deps),
  };
}
