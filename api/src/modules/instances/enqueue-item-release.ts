/** The job that gives back the bare-metal item of a canceled creation. Items belong to no workspace, so a worker does it. */
import { z } from "zod";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";

export const itemRelease = defineJob("instances.release-item", z.object({ instanceId: z.uuid() }));

export const enqueueItemRelease = (tx: Tx, now: Date, { id }: { id: string }): Promise<void> =>
  enqueue(tx, now, itemRelease, { instanceId: id }, { key: `${itemRelease.name} ${id}` });
