/** Syncs images and free capacity of each region every minute. */
import { markReachable, markUnreachable } from "./region-reachability.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import { type ComputeProvider, ComputeError } from "../../ports/compute.ts";
import type { ComputeFlavor, ComputeImage, Hypervisor } from "../../ports/compute-inventory.ts";
import { syncFindings } from "../infrastructure/findings.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import {
  catalogueFindingKinds,
  findFlavorDifferences,
  findImageDifferences,
  findStockDifferences,
  stockFindingKinds,
} from "./catalogue-findings.ts";
import {
  replaceRegionImages,
  type SyncedProduct,
  listInstalledGpus,
  listSyncedProducts,
  listExpectedImages,
  listUsedGpus,
  saveStock,
} from "./sync-store.ts";

export interface CatalogueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: ProviderRegions;
  readonly logger: FastifyBaseLogger;
}

export const catalogueSyncJob = job(
  defineJob("catalogue.sync", RegionPayload, { each: "region", next: every(60_000) }),
  (deps: CatalogueDeps, { regionHandle }) => syncRegion(deps, regionHandle),
);

export interface ProviderInventory {
  images: ComputeImage[];
  flavors: ComputeFlavor[];
  /** Null when the configured credentials may not list them. */
  hypervisors: Hypervisor[] | null;
}

export async function syncRegion(deps: CatalogueDeps, regionHandle: string): Promise<void> {
  const compute = deps.regions.compute(regionHandle);
  if (compute === null) return;
  try {
    const inventory = await fetchInventory(compute);
    await deps.db.withSystemRole("the catalogue belongs to no tenant", (tx) =>
      saveInventory(tx, regionHandle, inventory, deps.clock.now()),
    );
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    deps.logger.warn(
      { region: regionHandle, detail: error.providerMessage },
      "the catalogue of a region could not be read",
    );
    // A rate limit is a response, so the region is reachable.
    if (error.kind !== "unavailable" || error.retryAfterMs !== null) return;
    await deps.db.withSystemRole("the catalogue belongs to no tenant", (tx) =>
      markUnreachable(tx, regionHandle, deps.clock.now()),
    );
  }
}

/** Reads what the provider of a region offers. */
export async function fetchInventory(compute: ComputeProvider): Promise<ProviderInventory> {
  const hypervisors = compute.hypervisors().catch((error: unknown) => {
    if (error instanceof ComputeError && error.code === "forbidden") return null;
    throw error;
  });
  const [images, flavors, hosts] = await Promise.all([
    compute.images(),
    compute.flavors(),
    hypervisors,
  ]);
  return { images, flavors, hypervisors: hosts };
}

/** Saves images, stock and differences of a region, which has responded. */
export async function saveInventory(
  tx: Tx,
  regionHandle: string,
  inventory: ProviderInventory,
  now: Date,
): Promise<void> {
  await markReachable(tx, regionHandle);
  const usable = inventory.images.filter(({ status }) => status === "active");
  await replaceRegionImages(tx, regionHandle, usable);
  const products = await listSyncedProducts(tx, regionHandle);
  const used = await listUsedGpus(tx, regionHandle);
  const usedGpus = new Map(used.map(({ gpuModel, gpus }) => [gpuModel, gpus]));
  const installed = await listInstalledGpus(tx, regionHandle);
  const installedGpus = new Map(installed.map(({ gpuModel, gpus }) => [gpuModel, gpus]));
  const flavors = new Set(inventory.flavors.map(({ name }) => name));
  const stock = products.map((product) => ({
    id: product.id,
    free: availableCount(product, inventory, usedGpus, installedGpus),
    offered: flavors.has(product.flavor),
  }));
  await saveStock(tx, regionHandle, stock, now);
  await syncFindings(
    tx,
    now,
    regionHandle,
    [...catalogueFindingKinds, ...stockFindingKinds],
    [
      ...findFlavorDifferences(
        products.filter(({ isActive }) => isActive),
        inventory.flavors,
      ),
      ...findImageDifferences(await listExpectedImages(tx, regionHandle), usable),
      ...findStockDifferences(usedGpus, installedGpus, inventory.hypervisors ?? []),
    ],
  );
}

/** Returns how many more instances fit: limited by free vCPU and memory of the hosts, and by free GPUs. */
export function availableCount(
  product: Pick<SyncedProduct, "flavor" | "gpuModel" | "gpuCount">,
  inventory: Pick<ProviderInventory, "flavors" | "hypervisors">,
  usedGpus: ReadonlyMap<string, number>,
  installedGpus: ReadonlyMap<string, number>,
): number | null {
  const flavor = inventory.flavors.find(({ name }) => name === product.flavor);
  if (flavor === undefined) return 0;
  const hosts = inventory.hypervisors?.filter(
    ({ state, status }) => state === "up" && status === "enabled",
  );
  const byHosts =
    hosts?.reduce((sum, host) => {
      const byVcpu = Math.floor((host.vcpusTotal - host.vcpusUsed) / flavor.vcpus);
      const byMemory = Math.floor((host.memoryTotalMb - host.memoryUsedMb) / flavor.memoryMb);
      return sum + Math.max(0, Math.min(byVcpu, byMemory));
    }, 0) ?? null;
  if (product.gpuModel === null) return byHosts;
  const gpus = (installedGpus.get(product.gpuModel) ?? 0) - (usedGpus.get(product.gpuModel) ?? 0);
  const byGpus = Math.max(0, Math.floor(gpus / product.gpuCount));
  return byHosts === null ? byGpus : Math.min(byHosts, byGpus);
}
