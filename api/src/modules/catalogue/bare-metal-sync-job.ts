/** Syncs which images each region installs on bare metal. The stock of bare metal is in the database. */
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import { ComputeError } from "../../ports/compute.ts";
import { replaceBareMetalImages } from "./bare-metal-sync-store.ts";
import { markReachable, markUnreachable } from "./region-reachability.ts";
import type { CatalogueDeps } from "./sync-job.ts";

export const bareMetalSyncJob = job(
  defineJob("catalogue.sync_bare_metal", RegionPayload, { each: "region", next: every(60_000) }),
  (deps: CatalogueDeps, { regionHandle }) => syncBareMetal(deps, regionHandle),
);

const systemReason = "the catalogue belongs to no tenant";

export async function syncBareMetal(deps: CatalogueDeps, regionHandle: string): Promise<void> {
  const connection = deps.regions.bareMetal(regionHandle);
  if (connection === null) return;
  try {
    const titles = new Set((await connection.provider.hostGroups()).map(({ title }) => title));
    const configured = Object.entries(connection.hostGroups);
    const missing = configured.filter(([, hostGroup]) => !titles.has(hostGroup));
    for (const [image, hostGroup] of missing)
      deps.logger.warn(
        { region: regionHandle, image, hostGroup },
        "a host group of the configuration does not exist",
      );
    const images = configured
      .filter(([, hostGroup]) => titles.has(hostGroup))
      .map(([name, hostGroup]) => ({ name, hostGroup }));
    await deps.db.withSystemRole(systemReason, async (tx) => {
      await markReachable(tx, regionHandle, "bare_metal");
      await replaceBareMetalImages(tx, regionHandle, images);
    });
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    deps.logger.warn(
      { region: regionHandle, detail: error.providerMessage },
      "the bare metal of a region could not be read",
    );
    // A rate limit is a response, so the provider is reachable.
    if (error.kind !== "unavailable" || error.retryAfterMs !== null) return;
    await deps.db.withSystemRole(systemReason, (tx) =>
      markUnreachable(tx, regionHandle, deps.clock.now(), "bare_metal"),
    );
  }
}
