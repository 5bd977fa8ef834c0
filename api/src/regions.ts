/** Connects the configured regions. */
import type { Config } from "./config.ts";
import type { Clock } from "./core/lib/clock.ts";
import type { ComputeProvider } from "./ports/compute.ts";
import type { ComputeRegions } from "./ports/regions.ts";
import { createOpenstackProvider } from "./providers/openstack/openstack-provider.ts";

export function createRegions(connections: Config["regions"], clock: Clock): ComputeRegions {
  const ports = new Map<string, ComputeProvider>(
    Object.entries(connections).map(([handle, connection]) => [
      handle,
      createOpenstackProvider({ ...connection, clock }),
    ]),
  );
  return { handles: [...ports.keys()], compute: (handle) => ports.get(handle) ?? null };
}
