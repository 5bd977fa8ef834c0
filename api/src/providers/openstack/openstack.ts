/** The port `Compute` on an OpenStack cloud: one client, one region. */
import type { Compute } from "#api/ports/compute.ts";
import { ensureAddress, ensurePort, type NetworkConfig, removeAddresses } from "./addresses.ts";
import { type CloudConfig, OpenstackClient } from "./client.ts";
import { ask, remove } from "./refusals.ts";
import {
  changedSince,
  consoleOutput,
  ensureServer,
  findServer,
  power,
  readServer,
  serverIdsOf,
} from "./servers.ts";
import { listFlavors, listHypervisors, listImages, missingPart } from "./stock.ts";

export type OpenstackConfig = CloudConfig & NetworkConfig;

export function openstackCompute(config: OpenstackConfig): Compute {
  const client = new OpenstackClient(config);
  return {
    check: (wanted) => missingPart(client, wanted),
    ensurePort: (wanted) => ensurePort(client, config, wanted),
    ensureAddress: (wanted) => ensureAddress(client, config, wanted),
    ensureServer: (order) => ensureServer(client, order),
    findServer: ({ key }) => findServer(client, key),
    server: (serverId) => readServer(client, serverId),
    power: (serverId, action) => power(client, serverId, action),
    removeServer: (serverId) => remove(client, "compute", ["servers", serverId]),
    async removeByKey(key) {
      for (const serverId of await serverIdsOf(client, key))
        await remove(client, "compute", ["servers", serverId]);
      await removeAddresses(client, key);
    },
    consoleOutput: (serverId, lines) => consoleOutput(client, serverId, lines),
    changedSince: (since) => changedSince(client, since),
    hypervisors: () => listHypervisors(client),
    images: () => listImages(client),
    flavors: () => listFlavors(client),
    ping: async () => ({ apiVersion: await freshVersion(client) }),
  };
}

/** The version is remembered from before; a short listing proves that the service answers now. */
async function freshVersion(client: OpenstackClient): Promise<string> {
  await ask(client, {
    service: "compute",
    method: "GET",
    path: ["flavors"],
    query: { limit: "1" },
  });
  return client.apiVersion();
}
