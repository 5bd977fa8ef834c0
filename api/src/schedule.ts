/** Schedules recurring jobs. Each task enqueues its next run when it finishes; this enqueues the first. */
import type { Clock } from "./core/lib/clock.ts";
import type { Database } from "./core/db/db.ts";
import { enqueue } from "./core/jobs/jobs.ts";
import type { ComputeRegions } from "./ports/regions.ts";

export async function scheduleRecurringJobs(deps: {
  db: Database;
  clock: Clock;
  regions: ComputeRegions;
}): Promise<void> {
  const now = deps.clock.now();
  await deps.db.withSystemRole("the schedule belongs to no tenant", async (tx) => {
    for (const regionHandle of deps.regions.handles) {
      await enqueue(
        tx,
        now,
        "catalogue.sync",
        { regionHandle },
        { key: `catalogue.sync ${regionHandle}` },
      );
      await enqueue(
        tx,
        now,
        "instances.reconcile",
        { regionHandle },
        { key: `instances.reconcile ${regionHandle}` },
      );
    }
    await enqueue(tx, now, "platform.sweep", {}, { key: "platform.sweep" });
    await enqueue(tx, now, "audit.seal", {}, { key: "audit.seal" });
  });
}
