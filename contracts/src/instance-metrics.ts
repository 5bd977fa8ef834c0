/** What a region's cloud measures of an instance. */
import { z } from "zod";
import { can, defineEndpoints, get, Timestamp } from "./endpoint.ts";

/**
 * `cpu`, `gpu` and `gpuMemory` in percent of the whole, `memory` in bytes in use, the others in bytes per second. All
 * vCPUs, disks and network interfaces are taken together.
 */
export const metricNames = [
  "cpu",
  "memory",
  "gpu",
  "gpuMemory",
  "networkIn",
  "networkOut",
  "diskRead",
  "diskWrite",
] as const;
export type MetricName = (typeof metricNames)[number];

/** Points and their distance for each period that can be shown. */
export const metricPeriods = {
  day: { points: 288, stepSeconds: 300 },
  week: { points: 168, stepSeconds: 3_600 },
} as const;
export type MetricPeriod = keyof typeof metricPeriods;

export const InstanceMetrics = z.object({
  /** False if the region measures nothing: its instances never have metrics. */
  isAvailable: z.boolean(),
  stepSeconds: z.int(),
  /** Start of each step in seconds since 1970, ascending. */
  times: z.array(z.int()),
  /** Only what is measured; null where nothing was measured, which differs from zero. */
  series: z.array(z.object({ name: z.enum(metricNames), values: z.array(z.number().nullable()) })),
  readAt: Timestamp,
});
export type InstanceMetrics = z.infer<typeof InstanceMetrics>;

/** Below this load a GPU counts as idle, in percent. */
export const idleGpuPercent = 5;

export const instanceMetrics = defineEndpoints("instanceMetrics", {
  view: get("/api/v1/workspaces/:workspace/instances/:instance/metrics", {
    summary: "Get the load of an instance: CPU, memory, GPU, network, and disk",
    access: can("instance.view", "instance"),
    query: z.strictObject({ period: z.enum(["day", "week"]).default("day") }),
    response: InstanceMetrics,
  }),
});
