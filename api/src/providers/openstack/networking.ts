/** Network ports and floating IPs, looked up by the name or description they were created with. */
import { z } from "zod";
import {
  ComputeError,
  type ComputeKey,
  type NetworkPort,
  type MarkedResource,
  type FloatingIp,
} from "#api/ports/compute.ts";
import { parseBody } from "./responses.ts";
import type { Wire } from "./client.ts";
import {
  requestOrThrow,
  parseResourceTag,
  resourceTag,
  deleteIgnoringMissing,
  parseTime,
} from "./errors.ts";

export interface NetworkConfig {
  /** Name or id of the network for servers; default: the only network that is not external. */
  networkName?: string;
  /** Name or id of the network for public IPs; without it, the fixed IP is the public one. */
  externalNetworkName?: string;
  /** Ids of the security groups of every port; default: the project's default group. */
  securityGroupIds?: string[];
}

const Networks = z.looseObject({
  networks: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      "router:external": z.boolean().default(false),
    }),
  ),
});
const PortRow = z.looseObject({
  id: z.string(),
  created_at: z.string().default(""),
  fixed_ips: z.array(z.looseObject({ ip_address: z.string() })),
});
const Ports = z.looseObject({ ports: z.array(PortRow) });
const PortBody = z.looseObject({ port: PortRow });
const FloatingIpRow = z.looseObject({
  id: z.string(),
  created_at: z.string().default(""),
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
});
const FloatingIps = z.looseObject({ floatingips: z.array(FloatingIpRow) });
const FloatingIpBody = z.looseObject({ floatingip: FloatingIpRow });

/** Keeps the oldest resource, whichever attempt created it. */
function oldest<Row extends { id: string; created_at: string }>(rows: Row[]): Row | undefined {
  return rows.toSorted((a, b) =>
    `${a.created_at} ${a.id}`.localeCompare(`${b.created_at} ${b.id}`),
  )[0];
}

function fixedIp(port: z.output<typeof PortRow>): string {
  const addresses = port.fixed_ips.map((entry) => entry.ip_address);
  const found = addresses.find((ip) => !ip.includes(":")) ?? addresses[0];
  if (found === undefined)
    throw ComputeError.rejected("no_capacity", `port ${port.id} has no IP address`);
  return found;
}

async function networkId(client: Wire, requested: string | undefined): Promise<string> {
  const body = await requestOrThrow(client, {
    service: "network",
    method: "GET",
    path: ["networks"],
  });
  const { networks } = parseBody(Networks, body);
  const found =
    requested === undefined
      ? networks.find((network) => !network["router:external"])
      : (networks.find(({ id }) => id === requested) ??
        networks.find(({ name }) => name === requested));
  if (found === undefined)
    throw ComputeError.rejected("not_found", `network ${requested ?? "for servers"} not found`);
  return found.id;
}

async function findPorts(client: Wire, key: ComputeKey) {
  const query = { name: resourceTag(key) };
  return parseBody(
    Ports,
    await requestOrThrow(client, { service: "network", method: "GET", path: ["ports"], query }),
  ).ports;
}

async function findFloatingIps(client: Wire, key: ComputeKey) {
  const query = { description: resourceTag(key) };
  const body = await requestOrThrow(client, {
    service: "network",
    method: "GET",
    path: ["floatingips"],
    query,
  });
  return parseBody(FloatingIps, body).floatingips;
}

export async function ensurePort(
  client: Wire,
  config: NetworkConfig,
  requested: { key: ComputeKey; network?: string },
): Promise<NetworkPort> {
  const existing = oldest(await findPorts(client, requested.key));
  if (existing !== undefined) return { portId: existing.id, privateIp: fixedIp(existing) };
  const port = {
    network_id: await networkId(client, requested.network ?? config.networkName),
    name: resourceTag(requested.key),
    ...(config.securityGroupIds === undefined ? {} : { security_groups: config.securityGroupIds }),
  };
  const body = await requestOrThrow(client, {
    service: "network",
    method: "POST",
    path: ["ports"],
    body: { port },
  });
  const created = parseBody(PortBody, body).port;
  return { portId: created.id, privateIp: fixedIp(created) };
}

export async function ensureFloatingIp(
  client: Wire,
  config: NetworkConfig,
  { key, portId }: { key: ComputeKey; portId: string },
): Promise<FloatingIp> {
  if (config.externalNetworkName === undefined) {
    const body = await requestOrThrow(client, {
      service: "network",
      method: "GET",
      path: ["ports", portId],
    });
    return { addressId: null, publicIp: fixedIp(parseBody(PortBody, body).port) };
  }
  const existing = oldest(await findFloatingIps(client, key));
  if (existing !== undefined) {
    if (existing.port_id !== portId) {
      const path = ["floatingips", existing.id];
      await requestOrThrow(client, {
        service: "network",
        method: "PUT",
        path,
        body: { floatingip: { port_id: portId } },
      });
    }
    return { addressId: existing.id, publicIp: existing.floating_ip_address };
  }
  const floatingip = {
    floating_network_id: await networkId(client, config.externalNetworkName),
    port_id: portId,
    description: resourceTag(key),
  };
  const body = await requestOrThrow(client, {
    service: "network",
    method: "POST",
    path: ["floatingips"],
    body: { floatingip },
  });
  const created = parseBody(FloatingIpBody, body).floatingip;
  return { addressId: created.id, publicIp: created.floating_ip_address };
}

const TaggedResources = z.object({
  ports: z
    .array(z.looseObject({ id: z.string(), name: z.string(), created_at: z.string().default("") }))
    .default([]),
  floatingips: z
    .array(
      z.looseObject({
        id: z.string(),
        description: z.string().nullish(),
        created_at: z.string().default(""),
      }),
    )
    .default([]),
});

export async function listTaggedNetworkResources(client: Wire): Promise<MarkedResource[]> {
  const list = async (name: string) =>
    parseBody(
      TaggedResources,
      await requestOrThrow(client, { service: "network", method: "GET", path: [name] }),
    );
  const [{ ports }, { floatingips }] = await Promise.all([list("ports"), list("floatingips")]);
  const rows = [
    ...ports.map((row) => ({ kind: "port" as const, row, mark: row.name })),
    ...floatingips.map((row) => ({ kind: "address" as const, row, mark: row.description })),
  ];
  return rows.flatMap(({ kind, row, mark: tag }) => {
    const key = parseResourceTag([tag]);
    return key === null ? [] : [{ kind, id: row.id, key, createdAt: parseTime(row.created_at) }];
  });
}

/**
 * Deletes the floating IP first. A port can be deleted while it has one, but the IP would then be unassigned for a
 * while.
 */
export async function deletePortsAndFloatingIps(
  client: Wire,
  key: ComputeKey,
  stored?: { portId: string; addressId: string | null },
): Promise<void> {
  for (const { id } of await findFloatingIps(client, key))
    if (id !== stored?.addressId)
      await deleteIgnoringMissing(client, "network", ["floatingips", id]);
  for (const { id } of await findPorts(client, key))
    if (id !== stored?.portId) await deleteIgnoringMissing(client, "network", ["ports", id]);
}
