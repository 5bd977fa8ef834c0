/** What a cloud measures of a server. */
import type { MetricName } from "#contracts/instance-metrics.ts";

export interface MetricsRequest {
  serverId: string;
  /** Number of vCPUs of the server, for the load in percent of all of them. */
  vcpus: number;
  /** Starts of the steps in seconds since 1970, ascending at a distance of `stepSeconds`. */
  times: readonly number[];
  stepSeconds: number;
}

/**
 * One value per step, null where nothing was measured: percent for `cpu`, `gpu` and `gpuMemory`, bytes for `memory`,
 * bytes per second for the others. Series that the cloud does not measure are missing.
 */
export interface MetricSeries {
  name: MetricName;
  values: (number | null)[];
}
