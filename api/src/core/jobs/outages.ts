/**
 * Lets jobs wait through an outage of PostgreSQL instead of failing: each failed attempt would double the delay to
 * the next.
 */
import { setTimeout as delay } from "node:timers/promises";
import { isOutage } from "../db/database-errors.ts";
import type { TaskHandlers } from "./worker.ts";

export interface OutageLimits {
  readonly pauseMs: number;
  /** After this many attempts the job fails and is retried by the queue's schedule. */
  readonly tries: number;
}

/** About 15 minutes. */
export const outageLimits: OutageLimits = { pauseMs: 1_000, tries: 900 };

/** Wraps the handlers so that they start again after a database outage; every handler is idempotent. */
export function retryThroughOutages(
  tasks: TaskHandlers,
  limits: OutageLimits = outageLimits,
): TaskHandlers {
  const withOutageRetries =
    <P>(work: (payload: P) => Promise<void>) =>
    async (payload: P) => {
      for (let tried = 1; ; tried++) {
        try {
          return await work(payload);
        } catch (error) {
          if (tried >= limits.tries || !isOutage(error)) throw error;
        }
        await delay(limits.pauseMs);
      }
    };
  return {
    "mail.send": withOutageRetries(tasks["mail.send"]),
    "auth.mailLink": withOutageRetries(tasks["auth.mailLink"]),
    "commands.advance": withOutageRetries(tasks["commands.advance"]),
    "catalogue.sync": withOutageRetries(tasks["catalogue.sync"]),
    "instances.reconcile": withOutageRetries(tasks["instances.reconcile"]),
    "platform.sweep": withOutageRetries(tasks["platform.sweep"]),
    "audit.seal": withOutageRetries(tasks["audit.seal"]),
    "tokens.remind": withOutageRetries(tasks["tokens.remind"]),
    "account.copyData": withOutageRetries(tasks["account.copyData"]),
  };
}
