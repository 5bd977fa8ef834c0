/** `ComputeProvider` on an OpenStack cloud: one client, one region. */
import type { ComputeProvider } from "#api/ports/compute.ts";
import {
  ensureFloatingIp,
  ensurePort,
  type NetworkConfig,
  listTaggedNetworkResources,
  deletePortsAndFloatingIps,
} from "./networking.ts";
import { type CloudConfig, OpenstackClient, type Wire } from "./client.ts";
import { requestOrThrow, deleteIgnoringMissing } from "./errors.ts";
import {
  allServers,
  listChangesSince,
  ensureServer,
  type ServerConfig,
  findServer,
  listTaggedServers,
  power,
  readServer,
  findServerIds,
} from "./servers.ts";
import { consoleOutput, listServerActions } from "./server-history.ts";
import { rebuildServer } from "./rebuild.ts";
import { deleteUnusedVolumes, listVolumeTypes, listTaggedVolumes, markVolumes } from "./volumes.ts";
import { type ConsoleConfig, remoteConsole } from "./console.ts";
import { readMetrics } from "./metrics.ts";
import { listFlavors, listHypervisors, listImages, findMissingResource } from "./inventory.ts";

export type OpenstackConfig = CloudConfig & NetworkConfig & ServerConfig & ConsoleConfig;

export function createOpenstackProvider(config: OpenstackConfig): ComputeProvider {
  return createProviderWithClient(new OpenstackClient(config), config);
}

function createProviderWithClient(client: Wire, config: OpenstackConfig): ComputeProvider {
  return {
    checkedBy: (check) => createProviderWithClient(client.checkedBy(check), config),
    findMissing: (requested) => findMissingResource(client, requested),
    ensurePort: (requested) => ensurePort(client, config, requested),
    ensureFloatingIp: (requested) => ensureFloatingIp(client, config, requested),
    ensureServer: (order) => ensureServer(client, config, order),
    findServer: ({ key }) => findServer(client, key),
    server: (serverId) => readServer(client, serverId),
    power: (serverId, action) => power(client, serverId, action),
    removeServer: (serverId) => deleteIgnoringMissing(client, "compute", ["servers", serverId]),
    rebuildServer: (serverId, request) => rebuildServer(client, serverId, request),
    markVolumes: (requested) => markVolumes(client, requested),
    async deleteByKey(key) {
      for (const serverId of await findServerIds(client, key))
        await deleteIgnoringMissing(client, "compute", ["servers", serverId]);
      await deletePortsAndFloatingIps(client, key);
      await deleteUnusedVolumes(client, key);
    },
    async removeSurplus({ key, serverId, ...network }) {
      for (const other of await findServerIds(client, key))
        if (other !== serverId) await deleteIgnoringMissing(client, "compute", ["servers", other]);
      await deletePortsAndFloatingIps(client, key, network);
    },
    consoleOutput: (serverId, lines) => consoleOutput(client, serverId, lines),
    serverActions: (serverId) => listServerActions(client, serverId),
    remoteConsole: (serverId) => remoteConsole(client, config, serverId),
    metrics: (requested) => readMetrics(client, requested),
    changedSince: (since) => listChangesSince(client, since),
    allServers: () => allServers(client),
    marked: async () =>
      (
        await Promise.all([
          listTaggedServers(client),
          listTaggedNetworkResources(client),
          listTaggedVolumes(client),
        ])
      ).flat(),
    hypervisors: () => listHypervisors(client),
    images: () => listImages(client),
    flavors: () => listFlavors(client),
    volumeTypes: () => listVolumeTypes(client),
    ping: async () => ({ apiVersion: await refetchVersion(client) }),
  };
}

/** The API version is cached; a short list request checks that the service responds. */
async function refetchVersion(client: Wire): Promise<string> {
  await requestOrThrow(client, {
    service: "compute",
    method: "GET",
    path: ["flavors"],
    query: { limit: "1" },
  });
  return client.apiVersion();
}
