/** What an emulated cloud is made of, and ids that stay the same from run to run. */
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
  /** GPUs by their PCI alias: what `pci_passthrough:alias` in a flavor asks for. */
  gpus: Record<string, number>;
}

export interface QuotaData {
  instances: number;
  cores: number;
  ramMb: number;
  ports: number;
  floatingIps: number;
}

export interface RegionData {
  name: string;
  flavors: FlavorData[];
  images: ImageData[];
  networks: NetworkData[];
  hypervisors: HypervisorData[];
  quota: QuotaData;
}

export interface AccountData {
  username: string;
  password: string;
  projectName: string;
  roles: string[];
}

export interface CloudData {
  regions: RegionData[];
  accounts: AccountData[];
}

/** The same name gives the same id in every run, so that what was synced from the cloud stays true. */
export function stableUuid(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Keystone writes its ids without hyphens. */
export function stableHexId(name: string): string {
  return stableUuid(name).replaceAll("-", "");
}
