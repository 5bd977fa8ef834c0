/** Handlers of an instance's metrics. */
import type { api } from "#contracts/api.ts";
import { metricPeriods } from "#contracts/instance-metrics.ts";
import { type Handlers, outsideHandler } from "../../../core/http/handlers.ts";
import type { ProviderRegions } from "../../../ports/regions.ts";
import { askProvider, isRejection, requireProvider } from "../ask-provider.ts";
import { readMeasuredServer } from "./store.ts";

export function instanceMetricsHandlers(
  regions: ProviderRegions,
): Handlers<typeof api.instanceMetrics> {
  return {
    view: outsideHandler(async ({ tx, instance, query: { period }, now }) => {
      const { stepSeconds, points } = metricPeriods[period];
      const end = Math.floor(now.getTime() / 1000 / stepSeconds) * stepSeconds;
      const times = Array.from(
        { length: points },
        (_, point) => end - (points - point) * stepSeconds,
      );
      const shared = { stepSeconds, times, readAt: now.toISOString() };
      const nothingYet = { ...shared, isAvailable: true, series: [] };
      // Foreman measures nothing.
      if (instance.variant === "bare_metal")
        return async () => ({ ...nothingYet, isAvailable: false });
      const { serverId, vcpu } = await readMeasuredServer(tx, instance);
      if (serverId === null) return async () => nothingYet;
      const provider = requireProvider(regions, instance.regionHandle);
      return async () => {
        try {
          const series = await askProvider(() =>
            provider.metrics({ serverId, vcpus: vcpu, times, stepSeconds }),
          );
          return { ...shared, isAvailable: series !== null, series: series ?? [] };
        } catch (error) {
          // The service measures, but not for Boreal's account or with another configuration.
          if (isRejection(error)) return { ...nothingYet, isAvailable: false };
          throw error;
        }
      };
    }),
  };
}
