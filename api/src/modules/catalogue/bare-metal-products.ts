/** The bare-metal products of the first catalog. */
import type { ProductDefinition } from "./catalogue-definition.ts";

/** They are sold where they have items. */
export const bareMetalProducts: readonly ProductDefinition[] = [
  {
    flavor: null,
    name: "8 × H200 SXM bare metal",
    family: "H200 SXM",
    gpuModel: "H200 SXM",
    gpuCount: 8,
    vramGb: 1128,
    vcpu: 192,
    memoryGb: 2048,
    diskGb: 15_360,
    powerWatts: 8200,
    rateMicrosPerHour: 12_400_000,
    regionHandles: [],
  },
  {
    flavor: null,
    name: "2 × EPYC 9654 bare metal",
    family: "CPU",
    gpuModel: null,
    gpuCount: 0,
    vramGb: 0,
    vcpu: 384,
    memoryGb: 1536,
    diskGb: 7680,
    powerWatts: 1100,
    rateMicrosPerHour: 3_600_000,
    regionHandles: [],
  },
];
