/** The compute providers of all configured regions. */
import type { ComputeProvider } from "./compute.ts";

export interface ComputeRegions {
  readonly handles: readonly string[];
  /** Null if no connection to the region is configured. */
  compute(regionHandle: string): ComputeProvider | null;
}
