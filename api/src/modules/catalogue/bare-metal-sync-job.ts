/** Syncs which images each region installs on bare metal. The stock of bare metal is in the database. */
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import type { Tx } from "../../core/db/db.ts";
import { ComputeError } from "../../ports/compute.ts";
import type { BareMetalConnection } from "../../ports/regions.ts";
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
    const { images, missing } = await fetchBareMetalImages(connection);
    for (const { name, hostGroup } of missing)
      deps.logger.warn(
        { region: regionHandle, image: name, hostGroup },
        "a host group of the configuration does not exist",
      );
    await deps.db.withSystemRole(systemReason, (tx) =>
      saveBareMetalImages(tx, regionHandle, images),
    );
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

interface ConfiguredImage {
  readonly name: string;
  readonly hostGroup: string;
}

/** The images that a region can install, and those whose host group does not exist. */
export async function fetchBareMetalImages({
  provider,
  hostGroups,
}: BareMetalConnection): Promise<{ images: ConfiguredImage[]; missing: ConfiguredImage[] }> {
  const titles = new Set((await provider.hostGroups()).map(({ title }) => title));
  const configured = Object.entries(hostGroups).map(([name, hostGroup]) => ({ name, hostGroup }));
  return {
    images: configured.filter(({ hostGroup }) => titles.has(hostGroup)),
    missing: configured.filter(({ hostGroup }) => !titles.has(hostGroup)),
  };
}

/** Saves the images of a region, whose provider of bare metal has responded. */
export async function saveBareMetalImages(
  tx: Tx,
  regionHandle: string,
  images: readonly ConfiguredImage[],
): Promise<void> {
  await markReachable(tx, regionHandle, "bare_metal");
  await replaceBareMetalImages(tx, regionHandle, images);
}
