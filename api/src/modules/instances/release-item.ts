/** Gives back the bare-metal item of an instance whose creation was canceled before it started. */
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { job } from "../../core/jobs/jobs.ts";
import { releaseReservedItem } from "./bare-metal-store.ts";
import { itemRelease } from "./enqueue-item-release.ts";
import { lockEndedInstance } from "./undo-store.ts";

interface ReleaseDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const itemReleaseJob = job(itemRelease, (deps: ReleaseDeps, { instanceId }) =>
  deps.db.withSystemRole("bare-metal items belong to no tenant", async (tx) => {
    const instance = await lockEndedInstance(tx, instanceId);
    if (instance !== null) await releaseReservedItem(tx, instance, deps.clock.now());
  }),
);
