/** Jobs wait through an outage of PostgreSQL instead of failing: each failed try would double the time to the next. */
import { setTimeout as delay } from "node:timers/promises";
import { isOutage } from "../db/database-errors.ts";
import type { TaskHandlers } from "../jobs/jobs.ts";

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
  const patient = (run: TaskHandlers[string]) => async (payload: unknown) => {
    for (let tried = 1; ; tried++) {
      try {
        return await run(payload);
      } catch (error) {
        if (tried >= limits.tries || !isOutage(error)) throw error;
      }
      await delay(limits.pauseMs);
    }
  };
  return Object.fromEntries(Object.entries(tasks).map(([name, run]) => [name, patient(run)]));
}
