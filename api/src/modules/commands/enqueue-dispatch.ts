/** The job that starts queued commands of a region. */
import type { Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";
import { RegionPayload } from "../../core/jobs/recurring-jobs.ts";

export const commandDispatch = defineJob("commands.dispatch", RegionPayload);

/** One waiting job of a region is enough: it starts all commands that it finds. */
export const enqueueDispatch = (tx: Tx, now: Date, regionHandle: string): Promise<void> => {
  const name = `${commandDispatch.name} ${regionHandle}`;
  return enqueue(tx, now, commandDispatch, { regionHandle }, { queue: name, key: name });
};
