/**
 * The first catalog of a new database: products, regions and images. Changes here do not reach a database that has
 * one. A product names an OpenStack flavor of the same name in each of its regions. Prices are micro-dollars per hour.
 */
import type { EnergySource } from "#contracts/catalogue.ts";
import { bareMetalProducts } from "./bare-metal-products.ts";

export interface RegionDefinition {
  readonly handle: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly energySources: readonly EnergySource[];
  readonly energyCertificate: string | null;
  readonly gramsCo2PerKwh: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Installed GPUs by model: OpenStack hypervisors do not report how many they have. */
  readonly gpus: Readonly<Record<string, number>>;
}

export interface ProductDefinition {
  /** Null for bare metal, whose items are added to the database. */
  readonly flavor: string | null;
  readonly name: string;
  readonly family: string;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  readonly vramGb: number;
  readonly vcpu: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  readonly powerWatts: number;
  readonly rateMicrosPerHour: number;
  readonly regionHandles: readonly string[];
}

export interface ImageDefinition {
  readonly family: string;
  readonly version: string;
  /** Also the image's name in Glance. */
  readonly name: string;
  readonly minDiskGb: number;
  readonly minMemoryMb: number;
  readonly defaultUser: string;
  readonly endOfLife: string;
  /** The one to suggest of its family. */
  readonly isDefault: boolean;
  /** True when its OpenSSH is 8.2 or newer, which supports keys stored on a security key. */
  readonly supportsSecurityKeys: boolean;
}

export interface CatalogueDefinition {
  readonly regions: readonly RegionDefinition[];
  readonly products: readonly ProductDefinition[];
  readonly images: readonly ImageDefinition[];
}

/** The name of the European certificates of renewable energy. */
const guarantees = "EECS Guarantees of Origin";

const regions: readonly RegionDefinition[] = [
  {
    handle: "lulea",
    name: "Luleå",
    country: "SE",
    energySources: ["hydro"],
    energyCertificate: guarantees,
    gramsCo2PerKwh: 9,
    latitude: 65.584,
    longitude: 22.157,
    gpus: { L40S: 24, "A100 80GB": 16, "H100 SXM": 24 },
  },
  {
    handle: "keflavik",
    name: "Keflavík",
    country: "IS",
    energySources: ["geothermal", "hydro"],
    energyCertificate: guarantees,
    gramsCo2PerKwh: 11,
    latitude: 64.0,
    longitude: -22.56,
    gpus: { L40S: 16, "A100 80GB": 24 },
  },
  {
    handle: "kajaani",
    name: "Kajaani",
    country: "FI",
    energySources: ["wind", "hydro"],
    energyCertificate: guarantees,
    gramsCo2PerKwh: 14,
    latitude: 64.225,
    longitude: 27.733,
    gpus: { "H100 SXM": 16, "H200 SXM": 16 },
  },
];

interface GpuProductLine {
  model: string;
  alias: string;
  vramGb: number;
  vcpu: number;
  memoryGb: number;
  diskGb: number;
  watts: number;
  /** Price by number of GPUs. */
  ratesMicrosPerHour: Readonly<Record<number, number>>;
}

/** Sizes are for one GPU. */
const gpuProductLines: readonly GpuProductLine[] = [
  {
    model: "L40S",
    alias: "l40s",
    vramGb: 48,
    vcpu: 12,
    memoryGb: 90,
    diskGb: 240,
    watts: 350,
    ratesMicrosPerHour: { 1: 900_000, 2: 1_780_000, 4: 3_520_000, 8: 6_960_000 },
  },
  {
    model: "A100 80GB",
    alias: "a100",
    vramGb: 80,
    vcpu: 16,
    memoryGb: 120,
    diskGb: 480,
    watts: 400,
    ratesMicrosPerHour: { 1: 1_320_000, 2: 2_620_000, 4: 5_200_000, 8: 7_400_000 },
  },
  {
    model: "H100 SXM",
    alias: "h100",
    vramGb: 80,
    vcpu: 24,
    memoryGb: 180,
    diskGb: 750,
    watts: 700,
    ratesMicrosPerHour: { 1: 1_190_000, 2: 2_280_000, 4: 4_320_000, 8: 7_960_000 },
  },
  {
    model: "H200 SXM",
    alias: "h200",
    vramGb: 141,
    vcpu: 24,
    memoryGb: 220,
    diskGb: 900,
    watts: 700,
    ratesMicrosPerHour: { 1: 1_560_000, 8: 11_200_000 },
  },
];

/** Power draw per vCPU besides the GPUs. */
const wattsPerVcpu = 6;

const regionsWithGpu = (model: string) =>
  regions.filter(({ gpus }) => model in gpus).map(({ handle }) => handle);

const gpuProducts: readonly ProductDefinition[] = gpuProductLines.flatMap((line) =>
  Object.entries(line.ratesMicrosPerHour).map(([count, rateMicrosPerHour]) => {
    const gpuCount = Number(count);
    return {
      flavor: `gpu-${line.alias}-${gpuCount}`,
      name: `${gpuCount} × ${line.model}`,
      family: line.model,
      gpuModel: line.model,
      gpuCount,
      vramGb: line.vramGb * gpuCount,
      vcpu: line.vcpu * gpuCount,
      memoryGb: line.memoryGb * gpuCount,
      diskGb: line.diskGb * gpuCount,
      powerWatts: (line.watts + line.vcpu * wattsPerVcpu) * gpuCount,
      rateMicrosPerHour,
      regionHandles: regionsWithGpu(line.model),
    };
  }),
);

const cpuRates: Readonly<Record<number, number>> = {
  2: 40_000,
  4: 80_000,
  8: 160_000,
  16: 320_000,
};

const cpuProducts: readonly ProductDefinition[] = Object.entries(cpuRates).map(
  ([count, rateMicrosPerHour]) => {
    const vcpu = Number(count);
    return {
      flavor: `cpu-${vcpu}`,
      name: `${vcpu} vCPU`,
      family: "CPU",
      gpuModel: null,
      gpuCount: 0,
      vramGb: 0,
      vcpu,
      memoryGb: vcpu * 4,
      diskGb: vcpu * 20,
      powerWatts: vcpu * wattsPerVcpu,
      rateMicrosPerHour,
      regionHandles: regions.map(({ handle }) => handle),
    };
  },
);

const images: readonly ImageDefinition[] = [
  {
    family: "Ubuntu",
    version: "24.04 LTS",
    name: "Ubuntu 24.04 LTS",
    minDiskGb: 10,
    minMemoryMb: 1024,
    defaultUser: "ubuntu",
    endOfLife: "2029-05-31",
    isDefault: true,
    supportsSecurityKeys: true,
  },
  {
    family: "Ubuntu",
    version: "22.04 LTS",
    name: "Ubuntu 22.04 LTS",
    minDiskGb: 10,
    minMemoryMb: 1024,
    defaultUser: "ubuntu",
    endOfLife: "2027-06-01",
    isDefault: false,
    supportsSecurityKeys: true,
  },
  {
    family: "Debian",
    version: "13",
    name: "Debian 13",
    minDiskGb: 5,
    minMemoryMb: 512,
    defaultUser: "debian",
    endOfLife: "2028-08-09",
    isDefault: true,
    supportsSecurityKeys: true,
  },
  {
    family: "Debian",
    version: "12",
    name: "Debian 12",
    minDiskGb: 5,
    minMemoryMb: 512,
    defaultUser: "debian",
    endOfLife: "2026-06-10",
    isDefault: false,
    supportsSecurityKeys: true,
  },
  {
    family: "Rocky Linux",
    version: "9",
    name: "Rocky Linux 9",
    minDiskGb: 10,
    minMemoryMb: 1536,
    defaultUser: "rocky",
    endOfLife: "2032-05-31",
    isDefault: true,
    supportsSecurityKeys: true,
  },
  {
    family: "AlmaLinux",
    version: "9",
    name: "AlmaLinux 9",
    minDiskGb: 10,
    minMemoryMb: 1536,
    defaultUser: "almalinux",
    endOfLife: "2032-05-31",
    isDefault: true,
    supportsSecurityKeys: true,
  },
  {
    family: "Fedora",
    version: "43",
    name: "Fedora 43",
    minDiskGb: 10,
    minMemoryMb: 1024,
    defaultUser: "fedora",
    endOfLife: "2026-12-02",
    isDefault: true,
    supportsSecurityKeys: true,
  },
];

export const catalogueDefinition: CatalogueDefinition = {
  regions,
  products: [...gpuProducts, ...cpuProducts, ...bareMetalProducts],
  images,
};
