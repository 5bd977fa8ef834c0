/**
 * The default emulated cloud: three regions, each with its own flavors, images, networks and
 * hypervisors. Not every region has hosts for every flavor: `gpu-h200-8` fits only in kajaani,
 * in other regions an order ends in "No valid host was found."
 */
import {
  type CloudData,
  type FlavorData,
  type HypervisorData,
  type NetworkData,
  type QuotaData,
  stableUuid,
} from "./cloud-data.ts";

interface GpuModel {
  alias: string;
  vcpus: number;
  ramGb: number;
  diskGb: number;
  counts: number[];
}

/** Sizes per GPU; a flavor with n GPUs has n times these sizes. */
const gpuModels: GpuModel[] = [
  { alias: "l40s", vcpus: 12, ramGb: 90, diskGb: 240, counts: [1, 2, 4, 8] },
  { alias: "a100", vcpus: 16, ramGb: 120, diskGb: 480, counts: [1, 2, 4, 8] },
  { alias: "h100", vcpus: 24, ramGb: 180, diskGb: 750, counts: [1, 2, 4, 8] },
  { alias: "h200", vcpus: 24, ramGb: 220, diskGb: 900, counts: [1, 8] },
];

function flavor(
  name: string,
  vcpus: number,
  ramGb: number,
  diskGb: number,
  extraSpecs: Record<string, string>,
) {
  return { id: stableUuid(`flavor ${name}`), name, vcpus, ramMb: ramGb * 1024, diskGb, extraSpecs };
}

const flavors: FlavorData[] = [
  ...[2, 4, 8, 16].map((vcpus) =>
    flavor(`cpu-${vcpus}`, vcpus, vcpus * 4, vcpus * 20, { "hw:cpu_policy": "shared" }),
  ),
  // Without a disk of its own: its servers start from a volume.
  flavor("volume-2", 2, 8, 0, { "hw:cpu_policy": "shared" }),
  ...gpuModels.flatMap((model) =>
    model.counts.map((count) =>
      flavor(
        `gpu-${model.alias}-${count}`,
        model.vcpus * count,
        model.ramGb * count,
        model.diskGb * count,
        {
          "hw:cpu_policy": "dedicated",
          "hw:pci_numa_affinity_policy": "preferred",
          "pci_passthrough:alias": `${model.alias}:${count}`,
        },
      ),
    ),
  ),
];

const operatingSystems = [
  {
    name: "Ubuntu 24.04 LTS",
    osDistro: "ubuntu",
    osVersion: "24.04",
    minDiskGb: 10,
    minRamMb: 1024,
    sizeMb: 580,
  },
  {
    name: "Ubuntu 22.04 LTS",
    osDistro: "ubuntu",
    osVersion: "22.04",
    minDiskGb: 10,
    minRamMb: 1024,
    sizeMb: 640,
  },
  {
    name: "Debian 13",
    osDistro: "debian",
    osVersion: "13",
    minDiskGb: 5,
    minRamMb: 512,
    sizeMb: 420,
  },
  {
    name: "Debian 12",
    osDistro: "debian",
    osVersion: "12",
    minDiskGb: 5,
    minRamMb: 512,
    sizeMb: 410,
  },
  {
    name: "Rocky Linux 9",
    osDistro: "rocky",
    osVersion: "9",
    minDiskGb: 10,
    minRamMb: 1536,
    sizeMb: 600,
  },
  {
    name: "AlmaLinux 9",
    osDistro: "almalinux",
    osVersion: "9",
    minDiskGb: 10,
    minRamMb: 1536,
    sizeMb: 590,
  },
  {
    name: "Fedora 43",
    osDistro: "fedora",
    osVersion: "43",
    minDiskGb: 10,
    minRamMb: 1024,
    sizeMb: 530,
  },
];

const quota: QuotaData = {
  instances: 400,
  cores: 20_000,
  ramMb: 200_000_000,
  ports: 2000,
  floatingIps: 250,
  volumes: 200,
};

interface RegionSpec {
  name: string;
  publicCidr: string;
  privateCidr: string;
  cpuHosts: number;
  hasVolumes: boolean;
  /** Number of hosts with eight GPUs, per GPU model. */
  gpuHosts: Record<string, number>;
  lacksMetrics?: true;
}

const regionSpecs: RegionSpec[] = [
  {
    name: "lulea",
    publicCidr: "198.51.100.0/24",
    privateCidr: "10.10.0.0/16",
    cpuHosts: 4,
    hasVolumes: true,
    gpuHosts: { l40s: 3, a100: 2, h100: 3 },
  },
  {
    name: "keflavik",
    publicCidr: "203.0.113.0/24",
    privateCidr: "10.20.0.0/16",
    cpuHosts: 3,
    hasVolumes: false,
    gpuHosts: { l40s: 2, a100: 3 },
  },
  {
    name: "kajaani",
    publicCidr: "192.0.2.0/24",
    privateCidr: "10.30.0.0/16",
    cpuHosts: 3,
    hasVolumes: true,
    gpuHosts: { h100: 2, h200: 2 },
    lacksMetrics: true,
  },
];

function network(region: string, name: string, cidr: string, external: boolean): NetworkData {
  return {
    id: stableUuid(`network ${region} ${name}`),
    subnetId: stableUuid(`subnet ${region} ${name}`),
    name,
    cidr,
    external,
  };
}

function hypervisor(
  region: string,
  kind: string,
  number: number,
  size: Omit<HypervisorData, "id" | "host">,
) {
  const host = `${region}-${kind}-${String(number).padStart(2, "0")}`;
  return { id: stableUuid(`hypervisor ${host}`), host, ...size };
}

function hypervisorsForRegion(spec: RegionSpec): HypervisorData[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const cpu = numbers(spec.cpuHosts).map((number) =>
    hypervisor(spec.name, "cpu", number, {
      vcpus: 512,
      memoryMb: 2048 * 1024,
      diskGb: 30_000,
      gpus: {},
    }),
  );
  const gpu = Object.entries(spec.gpuHosts).flatMap(([alias, count]) =>
    numbers(count).map((number) =>
      hypervisor(spec.name, alias, number, {
        vcpus: 256,
        memoryMb: 2048 * 1024,
        diskGb: 15_000,
        gpus: { [alias]: 8 },
      }),
    ),
  );
  return [...cpu, ...gpu];
}

const volumeTypes = [
  { name: "standard", description: "Replicated hard disks" },
  { name: "performance", description: "Replicated NVMe disks" },
];

export const defaultCloud: CloudData = {
  regions: regionSpecs.map((spec) => ({
    name: spec.name,
    flavors,
    images: operatingSystems.map(({ sizeMb, ...system }) => ({
      ...system,
      id: stableUuid(`image ${spec.name} ${system.name}`),
      architecture: "x86_64",
      sizeBytes: sizeMb * 1024 * 1024,
    })),
    networks: [
      network(spec.name, "private", spec.privateCidr, false),
      network(spec.name, "public", spec.publicCidr, true),
    ],
    securityGroups: ["web"],
    hasVolumes: spec.hasVolumes,
    volumeTypes,
    hypervisors: hypervisorsForRegion(spec),
    quota,
    ...(spec.lacksMetrics === true && { lacksMetrics: true as const }),
  })),
  accounts: [
    {
      username: "boreal",
      password: "boreal-emulator",
      projectName: "boreal",
      roles: ["admin", "member", "reader"],
      applicationCredential: {
        id: stableUuid("application credential boreal").replaceAll("-", ""),
        secret: "boreal-application-credential",
      },
    },
    {
      username: "boreal-member",
      password: "boreal-emulator",
      projectName: "boreal",
      roles: ["member", "reader"],
    },
  ],
};
