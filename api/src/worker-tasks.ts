/** Every task with what does its work. */
import type { FastifyBaseLogger } from "fastify";
import { auditJobs } from "./core/audit-chain.ts";
import { dataCopyJobs } from "./account/data-copy-jobs.ts";
import { linkJobs } from "./auth/link-jobs.ts";
import { catalogueJobs } from "./catalogue/jobs.ts";
import { commandJobs } from "./commands/engine.ts";
import { reconcileJobs } from "./instances/reconcile.ts";
import { mailJobs } from "./mail/jobs.ts";
import { platformJobs } from "./system/jobs.ts";
import { tokenJobs } from "./tokens/reminders.ts";
import type { Clock } from "./core/clock.ts";
import type { Database } from "./core/db.ts";
import type { Keys } from "./core/keys.ts";
import type { TaskHandlers } from "./core/worker.ts";
import type { MailSender } from "./ports/mail.ts";
import type { Regions } from "./ports/regions.ts";

export interface TaskParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly mail: MailSender;
  readonly regions: Regions;
  /** Links in mails begin with it. */
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

export function taskHandlers(parts: TaskParts): TaskHandlers {
  return {
    ...mailJobs(parts),
    ...linkJobs(parts),
    ...dataCopyJobs(parts),
    ...platformJobs(parts),
    ...tokenJobs(parts),
    ...auditJobs(parts),
    ...catalogueJobs(parts),
    ...commandJobs(parts),
    ...reconcileJobs(parts),
  };
}
