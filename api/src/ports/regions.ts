/** The providers of all configured regions. */
import type { BareMetalProvider } from "./bare-metal.ts";
import type { ComputeProvider } from "./compute.ts";

/** The providers of a region fail independently of each other. */
export type ProviderKind = "compute" | "bare_metal";

export interface ProviderRegions {
  readonly handles: readonly string[];
  /** Null if no connection to the region is configured. */
  compute(regionHandle: string): ComputeProvider | null;
  /** Null if the region has no bare metal. */
  bareMetal(regionHandle: string): BareMetalConnection | null;
  /** How many commands the region starts at a time. */
  slots(regionHandle: string): SlotLimits;
}

export interface SlotLimits {
  /** Commands of a region that are started at a time. */
  readonly region: number;
  /** Of these, commands of one workspace or of one subject. */
  readonly workspace: number;
}

/** Fewer than the concurrent jobs of a worker; one slot of a region is left to a second workspace. */
export const defaultSlotLimits: SlotLimits = { region: 4, workspace: 3 };

/** The bare metal of a region, with the host groups that its operator chose. */
export interface BareMetalConnection {
  readonly provider: BareMetalProvider;
  /** Title of the host group that installs an image, by the name of the image. */
  readonly hostGroups: Readonly<Record<string, string>>;
  /** Title of the host group whose installer erases the disks. */
  readonly eraseHostGroup: string;
}
