/** The port `Compute` on an OpenStack cloud: one client, one region. */
import type { Compute } from "#api/ports/compute.ts";
import {
  ensureAddress,
  ensurePort,
  type NetworkConfig,
  markedAddresses,
  removeAddresses,
} from "./addresses.ts";
import { type CloudConfig, OpenstackClient, type Wire } from "./client.ts";
import { ask, remove } from "./refusals.ts";
import {
  allServers,
  changedSince,
  consoleOutput,
  ensureServer,
  findServer,
  markedServers,
  power,
  readServer,
  serverIdsOf,
} from "./servers.ts";
import { listFlavors, listHypervisors, listImages, missingPart } from "./stock.ts";

export type OpenstackConfig = CloudConfig & NetworkConfig;

export function openstackCompute(config: OpenstackConfig): Compute {
  return computeOver(new OpenstackClient(config), config);
}

function computeOver(client: Wire, config: OpenstackConfig): Compute {
  return {
    checkedBy: (check) => computeOver(client.checkedBy(check), config),
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
    async removeSurplus({ key, serverId, ...network }) {
      for (const other of await serverIdsOf(client, key))
        if (other !== serverId) await remove(client, "compute", ["servers", other]);
      await removeAddresses(client, key, network);
    },
    consoleOutput: (serverId, lines) => consoleOutput(client, serverId, lines),
    changedSince: (since) => changedSince(client, since),
    allServers: () => allServers(client),
    marked: async () =>
      (await Promise.all([markedServers(client), markedAddresses(client)])).flat(),
    hypervisors: () => listHypervisors(client),
    images: () => listImages(client),
    flavors: () => listFlavors(client),
    ping: async () => ({ apiVersion: await freshVersion(client) }),
  };
}

/** The version is remembered from before; a short listing proves that the service answers now. */
async function freshVersion(client: Wire): Promise<string> {
  await ask(client, {
    service: "compute",
    method: "GET",
    path: ["flavors"],
    query: { limit: "1" },
  });
  return client.apiVersion();
}
