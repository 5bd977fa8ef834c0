/** All tasks with their handlers. */
import type { FastifyBaseLogger } from "fastify";
import { auditChainJobs } from "./core/audit/audit-chain.ts";
import { dataCopyJobs } from "./modules/account/data-copy-jobs.ts";
import { linkJobs } from "./modules/auth/accounts/email-link-jobs.ts";
import { catalogueJobs } from "./modules/catalogue/sync-job.ts";
import { commandJobs } from "./modules/commands/engine.ts";
import { commandDefinitions } from "./modules/instances/commands/command-definitions.ts";
import { reconcileJobs } from "./modules/instances/reconcile.ts";
import { mailJobs } from "./modules/mail/jobs.ts";
import { cleanupJobs } from "./modules/system/cleanup-job.ts";
import { tokenJobs } from "./modules/tokens/expiry-reminders.ts";
import type { Clock } from "./core/lib/clock.ts";
import type { Database } from "./core/db/db.ts";
import type { Keyring } from "./core/lib/crypto.ts";
import type { TaskHandlers } from "./core/jobs/worker.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { ComputeRegions } from "./ports/regions.ts";

export interface TaskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly mail: Mailer;
  readonly regions: ComputeRegions;
  /** The console's URL; links in emails start with it. */
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
    ...commandJobs({ ...deps, definitions: commandDefinitions }),
    ...reconcileJobs(deps),
  };
}
