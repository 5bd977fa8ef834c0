/**
 * Lets jobs wait through an outage of PostgreSQL instead of failing: each failed attempt would double the delay to
 * the next.
 */
import { setTimeout as delay } from "node:timers/promises";
import { isOutage } from "../db/database-errors.ts";
import type { TaskHandlers } from "./jobs.ts";

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
  const withOutageRetries = (run: TaskHandlers[string]) => async (payload: unknown) => {
    for (let tried = 1; ; tried++) {
      try {
        return await run(payload);
      } catch (error) {
        if (tried >= limits.tries || !isOutage(error)) throw error;
      }
      await delay(limits.pauseMs);
    }
  };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [name, withOutageRetries(run)]),
  );
}
