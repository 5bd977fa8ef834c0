/** Syncs the types of block storage of each region every five minutes: they change rarely, and volumes are counted. */
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { ComputeError } from "../../ports/compute.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { hasRegion, saveVolumeTypes } from "./sync-store.ts";

interface VolumeSyncDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: ProviderRegions;
  readonly logger: FastifyBaseLogger;
}

export const volumeSyncJob = job(
  defineJob("catalogue.sync_volumes", RegionPayload, { each: "region", next: every(300_000) }),
  async ({ db, clock, regions, logger }: VolumeSyncDeps, { regionHandle }) => {
    const compute = regions.compute(regionHandle);
    if (compute === null) return;
    try {
      const types = await compute.volumeTypes();
      await db.withSystemRole("the catalogue belongs to no tenant", async (tx) => {
        if (await hasRegion(tx, regionHandle))
          await saveVolumeTypes(tx, regionHandle, types, clock.now());
      });
    } catch (error) {
      if (!(error instanceof ComputeError)) throw error;
      // What is known stays. The sync of images, which runs more often, marks the region as unreachable.
      logger.warn(
        { region: regionHandle, detail: error.providerMessage },
        "the volume types of a region could not be read",
      );
    }
  },
);
