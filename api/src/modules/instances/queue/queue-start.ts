/** The job that starts and expires waiting orders. */
import type { Tx } from "../../../core/db/db.ts";
import { defineJob, enqueue } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";

const intervalMs = 15_000;

export const queueStart = defineJob("queue.start", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

/** The next run replaces one that is already waiting, so that a new order does not wait for it. */
export const enqueueQueueStart = (tx: Tx, now: Date): Promise<void> =>
  enqueue(tx, now, queueStart, {}, { key: queueStart.name });
