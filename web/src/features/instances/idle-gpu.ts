/** How long the GPUs of an instance were idle, and what that time cost. */
import { idleGpuPercent, type InstanceMetrics } from "#contracts/instance-metrics.ts";
import type { Instance } from "#contracts/instances.ts";
import { exactCost, roundToCents } from "#contracts/rating.ts";

export interface IdleGpus {
  readonly idleSeconds: number;
  readonly measuredSeconds: number;
  /** Price of the idle time; an instance is billed while it is measured. */
  readonly cents: number;
}

/** Null if no GPU was measured. */
export function idleGpus(
  { series, stepSeconds }: Pick<InstanceMetrics, "series" | "stepSeconds">,
  { hourlyRate }: Pick<Instance, "hourlyRate">,
): IdleGpus | null {
  const values = series.find(({ name }) => name === "gpu")?.values ?? [];
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return null;
  const idleSeconds = measured.filter((value) => value < idleGpuPercent).length * stepSeconds;
  return {
    idleSeconds,
    measuredSeconds: measured.length * stepSeconds,
    cents: roundToCents(exactCost(hourlyRate, idleSeconds)),
  };
}
