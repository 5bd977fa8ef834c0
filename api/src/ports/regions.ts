/** The compute ports of all regions that are configured. */
import type { ComputeProvider } from "./compute.ts";

export interface ComputeRegions {
  readonly handles: readonly string[];
  /** Null where this set-up has no connection to the region. */
  compute(regionHandle: string): ComputeProvider | null;
}
