/** Connects the configured regions to their providers. */
import type { Config } from "./config.ts";
import type { Clock } from "./core/lib/clock.ts";
import {
  type BareMetalConnection,
  defaultSlotLimits,
  type ProviderRegions,
} from "./ports/regions.ts";
import { createForemanProvider } from "./providers/foreman/foreman-provider.ts";
import { createOpenstackProvider } from "./providers/openstack/openstack-provider.ts";

export function createRegions(regions: Config["regions"], clock: Clock): ProviderRegions {
  const compute = new Map(
    Object.entries(regions).map(([handle, region]) => [
      handle,
      createOpenstackProvider({ ...region.compute, clock }),
    ]),
  );
  const bareMetal = new Map(
    Object.entries(regions).flatMap(([handle, region]) =>
      region.bareMetal === undefined ? [] : [[handle, connectBareMetal(region.bareMetal)] as const],
    ),
  );
  return {
    handles: [...compute.keys()],
    compute: (handle) => compute.get(handle) ?? null,
    bareMetal: (handle) => bareMetal.get(handle) ?? null,
    slots: (handle) => regions[handle]?.slots ?? defaultSlotLimits,
  };
}

function connectBareMetal({
  hostGroups,
  eraseHostGroup,
  ...server
}: NonNullable<Config["regions"][string]["bareMetal"]>): BareMetalConnection {
  return { provider: createForemanProvider(server), hostGroups, eraseHostGroup };
}
