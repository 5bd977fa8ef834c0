/** What a region offers: flavors, images, volume types and hypervisors, in Boreal's terms. */

export interface Hypervisor {
  host: string;
  /** `up` while the host reports to the cloud. */
  state: "up" | "down";
  /** `disabled` accepts no new servers. */
  status: "enabled" | "disabled";
  vcpusUsed: number;
  vcpusTotal: number;
  memoryUsedMb: number;
  memoryTotalMb: number;
  serversRunning: number;
}

export interface ComputeImage {
  imageId: string;
  name: string;
  /** Only `active` images can be used to create a server. */
  status: "active" | "deactivated" | "pending";
  osDistro: string | null;
  osVersion: string | null;
  architecture: string | null;
  minDiskGb: number;
  minMemoryMb: number;
}

export interface ComputeFlavor {
  flavorId: string;
  name: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** The provider's own settings, such as `pci_passthrough:alias` for GPUs. */
  extraSpecs: Record<string, string>;
}

export interface ComputeVolumeType {
  typeId: string;
  name: string;
  description: string;
  /** Existing volumes of the type, and their size together. */
  volumes: { count: number; sizeGb: number };
}
