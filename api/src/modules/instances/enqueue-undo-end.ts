/** The job that deletes a terminated instance for good when its termination can no longer be undone. */
import { z } from "zod";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";

export const undoEnd = defineJob("instances.undo-end", z.object({ instanceId: z.uuid() }));

/** Runs after the commands of the instance that were queued before. */
export const enqueueUndoEnd = (
  tx: Tx,
  now: Date,
  { id }: { id: string },
  at: Date,
): Promise<void> =>
  enqueue(
    tx,
    now,
    undoEnd,
    { instanceId: id },
    { queue: id, key: `${undoEnd.name} ${id}`, ...(at > now ? { at } : {}) },
  );
