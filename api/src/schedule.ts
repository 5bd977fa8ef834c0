/** Work that comes round by itself. Each task books its next turn when it is done; this books the first. */
import type { Clock } from "./core/lib/clock.ts";
import type { Database } from "./core/db/db.ts";
import { enqueue } from "./core/jobs/jobs.ts";
import type { ComputeRegions } from "./ports/regions.ts";

export async function scheduleRecurringJobs(parts: {
  db: Database;
  clock: Clock;
  regions: ComputeRegions;
}): Promise<void> {
  const now = parts.clock.now();
  await parts.db.withSystemRole("the schedule belongs to no tenant", async (tx) => {
    for (const regionHandle of parts.regions.handles) {
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
