/** GPUs of a region. OpenStack does not report how many its hypervisors have. */
import type { Tx } from "../../core/db/db.ts";
import { listInstalledGpus, listUsedGpus } from "./sync-store.ts";

export interface RegionGpus {
  readonly model: string;
  readonly used: number;
  readonly total: number;
}

/** Installed GPUs by model, and those of instances. */
export async function countRegionGpus(tx: Tx, regionHandle: string): Promise<RegionGpus[]> {
  const installed = await listInstalledGpus(tx, regionHandle);
  const used = await listUsedGpus(tx, regionHandle);
  return installed
    .map(({ gpuModel: model, gpus: total }) => ({
      model,
      used: used.find(({ gpuModel }) => gpuModel === model)?.gpus ?? 0,
      total,
    }))
    .toSorted((one, other) => one.model.localeCompare(other.model, "en"));
}
