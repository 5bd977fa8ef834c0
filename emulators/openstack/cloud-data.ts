/** The configuration of an emulated cloud, and ids that are the same in every run. */
import { createHash } from "node:crypto";

export interface FlavorData {
  id: string;
  name: string;
  vcpus: number;
  ramMb: number;
  diskGb: number;
  extraSpecs: Record<string, string>;
}

export interface ImageData {
  id: string;
  name: string;
  osDistro: string;
  osVersion: string;
  architecture: string;
  minDiskGb: number;
  minRamMb: number;
  sizeBytes: number;
}

export interface NetworkData {
  id: string;
  subnetId: string;
  name: string;
  /** IPv4, /16 or /24. */
  cidr: string;
  external: boolean;
}

export interface HypervisorData {
  id: string;
  host: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** GPUs by PCI alias, as requested by `pci_passthrough:alias` of a flavor. */
  gpus: Record<string, number>;
}

export interface QuotaData {
  instances: number;
  cores: number;
  ramMb: number;
  ports: number;
  floatingIps: number;
  volumes: number;
}

export interface VolumeTypeData {
  name: string;
  description: string | null;
}

/** Cinder creates it, and volumes without a requested type have it. */
export const defaultVolumeType: VolumeTypeData = {
  name: "__DEFAULT__",
  description: "Default Volume Type",
};

export interface RegionData {
  name: string;
  flavors: FlavorData[];
  images: ImageData[];
  networks: NetworkData[];
  /** Names of the security groups beside `default`. */
  securityGroups: string[];
  /** Whether the region has block storage. */
  hasVolumes: boolean;
  /** Beside the default one. */
  volumeTypes?: VolumeTypeData[];
  hypervisors: HypervisorData[];
  quota: QuotaData;
  /** The region has no Gnocchi, so nothing is measured. */
  lacksMetrics?: true;
}

export interface AccountData {
  username: string;
  password: string;
  projectName: string;
  roles: string[];
  /** Another way to sign in to the same project. */
  applicationCredential?: { id: string; secret: string };
}

export interface CloudData {
  regions: RegionData[];
  accounts: AccountData[];
}

/** The same name gives the same id in every run, so that data synchronized from the cloud stays valid. */
export function stableUuid(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Keystone ids have no hyphens. */
export function stableHexId(name: string): string {
  return stableUuid(name).replaceAll("-", "");
}
