/** Jobs wait through an outage of PostgreSQL instead of failing: each failed try would double the time to the next. */
import { setTimeout as delay } from "node:timers/promises";
import { isOutage } from "../db/database-errors.ts";
import type { TaskHandlers } from "./worker.ts";

export interface OutageLimits {
  readonly pauseMs: number;
  /** After as many the job fails, and is tried again by the queue's own schedule. */
  readonly tries: number;
}

/** For a quarter of an hour. */
export const outageLimits: OutageLimits = { pauseMs: 1_000, tries: 900 };

/** The same tasks, which begin again when the database went away below them: each may be called again at any point. */
export function throughOutages(
  tasks: TaskHandlers,
  limits: OutageLimits = outageLimits,
): TaskHandlers {
  const patient =
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
    "mail.send": patient(tasks["mail.send"]),
    "auth.mailLink": patient(tasks["auth.mailLink"]),
    "commands.advance": patient(tasks["commands.advance"]),
    "catalogue.sync": patient(tasks["catalogue.sync"]),
    "instances.reconcile": patient(tasks["instances.reconcile"]),
    "platform.sweep": patient(tasks["platform.sweep"]),
    "audit.seal": patient(tasks["audit.seal"]),
    "tokens.remind": patient(tasks["tokens.remind"]),
    "account.copyData": patient(tasks["account.copyData"]),
  };
}
