/** Connects the regions that the configuration names. */
import type { Config } from "./config.ts";
import type { Clock } from "./core/clock.ts";
import type { Compute } from "./ports/compute.ts";
import type { Regions } from "./ports/regions.ts";
import { openstackCompute } from "./providers/openstack/openstack.ts";

export function connectRegions(connections: Config["regions"], clock: Clock): Regions {
  const ports = new Map<string, Compute>(
    Object.entries(connections).map(([handle, connection]) => [
      handle,
      openstackCompute({ ...connection, clock }),
    ]),
  );
  return { handles: [...ports.keys()], compute: (handle) => ports.get(handle) ?? null };
}
