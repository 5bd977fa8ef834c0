/** The compute ports of all regions that are configured. */
import type { Compute } from "./compute.ts";

export interface Regions {
  readonly handles: readonly string[];
  /** Null where this set-up has no connection to the region. */
  compute(regionHandle: string): Compute | null;
}
