/** Network ports and floating IPs, looked up by the name or description they were created with. */
import { z } from "zod";
import {
  ComputeError,
  type ComputeKey,
  type Labels,
  type NetworkPort,
  type FloatingIp,
} from "#api/ports/compute.ts";
import { type MarkedResource } from "#api/ports/compute-readings.ts";
import { parseBody } from "./responses.ts";
import type { Wire } from "./client.ts";
import { requestOrThrow, deleteIgnoringMissing, parseTime } from "./errors.ts";
import { parseResourceTag, resourceTag, toTags } from "./labels.ts";
import { listPages } from "./pages.ts";

export interface NetworkConfig {
  /** Name or id of the network for servers; default: the only network that is not external. */
  networkName?: string;
  /** Name or id of the network for public IPs; without it, the fixed IP is the public one. */
  externalNetworkName?: string;
  /** Names or ids of the security groups of every port; default: the project's default group. */
  securityGroups?: string[];
}

const NetworkRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  "router:external": z.boolean().default(false),
});
const SecurityGroupRow = z.looseObject({ id: z.string(), name: z.string() });
const PortRow = z.looseObject({
  id: z.string(),
  name: z.string().default(""),
  tags: z.array(z.string()).default([]),
  created_at: z.string().default(""),
  fixed_ips: z.array(z.looseObject({ ip_address: z.string() })),
});
const PortBody = z.looseObject({ port: PortRow });
const FloatingIpRow = z.looseObject({
  id: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).default([]),
  created_at: z.string().default(""),
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
});
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
  const request = { service: "network" as const, path: ["networks"] };
  const networks = await listPages(client, "networks", NetworkRow, request);
  const found =
    requested === undefined
      ? networks.find((network) => !network["router:external"])
      : (networks.find(({ id }) => id === requested) ??
        networks.find(({ name }) => name === requested));
  if (found === undefined)
    throw ComputeError.rejected("not_found", `network ${requested ?? "for servers"} not found`);
  return found.id;
}

/** A name that two groups have is rejected: the wrong one could open a server to the internet. */
async function securityGroupIds(client: Wire, requested: readonly string[]): Promise<string[]> {
  const request = { service: "network" as const, path: ["security-groups"] };
  const groups = await listPages(client, "security_groups", SecurityGroupRow, request);
  return requested.map((nameOrId) => {
    const named = groups.filter(({ name }) => name === nameOrId);
    const found = groups.find(({ id }) => id === nameOrId) ?? named[0];
    if (found === undefined)
      throw ComputeError.rejected("not_found", `security group ${nameOrId} not found`);
    if (found.id !== nameOrId && named.length > 1)
      throw ComputeError.rejected("bad_request", `more than one security group ${nameOrId}`);
    return found.id;
  });
}

const findPorts = (client: Wire, key: ComputeKey) =>
  listPages(client, "ports", PortRow, {
    service: "network",
    path: ["ports"],
    query: { name: resourceTag(key) },
  });

const findFloatingIps = (client: Wire, key: ComputeKey) =>
  listPages(client, "floatingips", FloatingIpRow, {
    service: "network",
    path: ["floatingips"],
    query: { description: resourceTag(key) },
  });

/** Neutron accepts tags only after the creation. The name or description is the label that a lost response leaves. */
async function ensureTags(
  client: Wire,
  kind: "ports" | "floatingips",
  row: { id: string; tags: string[] },
  labels: Labels,
): Promise<void> {
  const tags = toTags(labels);
  if (tags.every((tag) => row.tags.includes(tag))) return;
  await requestOrThrow(client, {
    service: "network",
    method: "PUT",
    path: [kind, row.id, "tags"],
    body: { tags: [...new Set([...row.tags, ...tags])] },
  });
}

export async function ensurePort(
  client: Wire,
  config: NetworkConfig,
  requested: Labels & { network?: string },
): Promise<NetworkPort> {
  const port =
    oldest(await findPorts(client, requested.key)) ?? (await createPort(client, config, requested));
  await ensureTags(client, "ports", port, requested);
  return { portId: port.id, privateIp: fixedIp(port) };
}

async function createPort(
  client: Wire,
  { networkName, securityGroups }: NetworkConfig,
  requested: Labels & { network?: string },
): Promise<z.output<typeof PortRow>> {
  const port = {
    network_id: await networkId(client, requested.network ?? networkName),
    name: resourceTag(requested.key),
    ...(securityGroups === undefined
      ? {}
      : { security_groups: await securityGroupIds(client, securityGroups) }),
  };
  const body = await requestOrThrow(client, {
    service: "network",
    method: "POST",
    path: ["ports"],
    body: { port },
  });
  return parseBody(PortBody, body).port;
}

export async function ensureFloatingIp(
  client: Wire,
  config: NetworkConfig,
  requested: Labels & { portId: string },
): Promise<FloatingIp> {
  const { key, portId } = requested;
  if (config.externalNetworkName === undefined) {
    const body = await requestOrThrow(client, {
      service: "network",
      method: "GET",
      path: ["ports", portId],
    });
    return { addressId: null, publicIp: fixedIp(parseBody(PortBody, body).port) };
  }
  const floatingIp =
    oldest(await findFloatingIps(client, key)) ??
    (await createFloatingIp(client, config.externalNetworkName, requested));
  if (floatingIp.port_id !== portId)
    await requestOrThrow(client, {
      service: "network",
      method: "PUT",
      path: ["floatingips", floatingIp.id],
      body: { floatingip: { port_id: portId } },
    });
  await ensureTags(client, "floatingips", floatingIp, requested);
  return { addressId: floatingIp.id, publicIp: floatingIp.floating_ip_address };
}

async function createFloatingIp(
  client: Wire,
  externalNetworkName: string,
  { key, portId }: Labels & { portId: string },
): Promise<z.output<typeof FloatingIpRow>> {
  const floatingip = {
    floating_network_id: await networkId(client, externalNetworkName),
    port_id: portId,
    description: resourceTag(key),
  };
  const body = await requestOrThrow(client, {
    service: "network",
    method: "POST",
    path: ["floatingips"],
    body: { floatingip },
  });
  return parseBody(FloatingIpBody, body).floatingip;
}

export async function listTaggedNetworkResources(client: Wire): Promise<MarkedResource[]> {
  const [ports, floatingIps] = await Promise.all([
    listPages(client, "ports", PortRow, { service: "network", path: ["ports"] }),
    listPages(client, "floatingips", FloatingIpRow, { service: "network", path: ["floatingips"] }),
  ]);
  const rows = [
    ...ports.map((row) => ({ kind: "port" as const, row, label: row.name })),
    ...floatingIps.map((row) => ({ kind: "address" as const, row, label: row.description })),
  ];
  return rows.flatMap(({ kind, row, label }) => {
    const key = parseResourceTag([label]);
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
