/** Ports and public addresses, found again by the name and description they were made with. */
import { z } from "zod";
import {
  ComputeError,
  type ComputeKey,
  type ComputePort,
  type MarkedResource,
  type PublicAddress,
} from "#api/ports/compute.ts";
import { parsed } from "./answers.ts";
import type { Wire } from "./client.ts";
import { ask, keyOf, markOf, remove, timeOf } from "./refusals.ts";

export interface NetworkConfig {
  /** Name or id of the network machines are put in; without it, the only one that is not external. */
  networkName?: string;
  /** Name or id of the network public addresses come from; without it, the fixed address is the public one. */
  externalNetworkName?: string;
  /** Ids of the security groups of every port; without it, the project's default group. */
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
const OnePort = z.looseObject({ port: PortRow });
const FloatingIpRow = z.looseObject({
  id: z.string(),
  created_at: z.string().default(""),
  floating_ip_address: z.string(),
  port_id: z.string().nullable(),
});
const FloatingIps = z.looseObject({ floatingips: z.array(FloatingIpRow) });
const OneFloatingIp = z.looseObject({ floatingip: FloatingIpRow });

/** The first made is the one to keep, whichever try made it. */
function oldest<Row extends { id: string; created_at: string }>(rows: Row[]): Row | undefined {
  return rows.toSorted((a, b) =>
    `${a.created_at} ${a.id}`.localeCompare(`${b.created_at} ${b.id}`),
  )[0];
}

function fixedIpOf(port: z.output<typeof PortRow>): string {
  const addresses = port.fixed_ips.map((entry) => entry.ip_address);
  const found = addresses.find((ip) => !ip.includes(":")) ?? addresses[0];
  if (found === undefined)
    throw ComputeError.refused("no_capacity", `port ${port.id} has no address`);
  return found;
}

async function networkId(client: Wire, wanted: string | undefined): Promise<string> {
  const body = await ask(client, { service: "network", method: "GET", path: ["networks"] });
  const { networks } = parsed(Networks, body);
  const found =
    wanted === undefined
      ? networks.find((network) => !network["router:external"])
      : (networks.find(({ id }) => id === wanted) ?? networks.find(({ name }) => name === wanted));
  if (found === undefined)
    throw ComputeError.refused("not_found", `no network ${wanted ?? "to put machines in"}`);
  return found.id;
}

async function portsOf(client: Wire, key: ComputeKey) {
  const query = { name: markOf(key) };
  return parsed(
    Ports,
    await ask(client, { service: "network", method: "GET", path: ["ports"], query }),
  ).ports;
}

async function floatingIpsOf(client: Wire, key: ComputeKey) {
  const query = { description: markOf(key) };
  const body = await ask(client, {
    service: "network",
    method: "GET",
    path: ["floatingips"],
    query,
  });
  return parsed(FloatingIps, body).floatingips;
}

export async function ensurePort(
  client: Wire,
  config: NetworkConfig,
  wanted: { key: ComputeKey; network?: string },
): Promise<ComputePort> {
  const existing = oldest(await portsOf(client, wanted.key));
  if (existing !== undefined) return { portId: existing.id, privateIp: fixedIpOf(existing) };
  const port = {
    network_id: await networkId(client, wanted.network ?? config.networkName),
    name: markOf(wanted.key),
    ...(config.securityGroupIds === undefined ? {} : { security_groups: config.securityGroupIds }),
  };
  const body = await ask(client, {
    service: "network",
    method: "POST",
    path: ["ports"],
    body: { port },
  });
  const made = parsed(OnePort, body).port;
  return { portId: made.id, privateIp: fixedIpOf(made) };
}

export async function ensureAddress(
  client: Wire,
  config: NetworkConfig,
  { key, portId }: { key: ComputeKey; portId: string },
): Promise<PublicAddress> {
  if (config.externalNetworkName === undefined) {
    const body = await ask(client, { service: "network", method: "GET", path: ["ports", portId] });
    return { addressId: null, publicIp: fixedIpOf(parsed(OnePort, body).port) };
  }
  const existing = oldest(await floatingIpsOf(client, key));
  if (existing !== undefined) {
    if (existing.port_id !== portId) {
      const path = ["floatingips", existing.id];
      await ask(client, {
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
    description: markOf(key),
  };
  const body = await ask(client, {
    service: "network",
    method: "POST",
    path: ["floatingips"],
    body: { floatingip },
  });
  const made = parsed(OneFloatingIp, body).floatingip;
  return { addressId: made.id, publicIp: made.floating_ip_address };
}

const Marks = z.object({
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

export async function markedAddresses(client: Wire): Promise<MarkedResource[]> {
  const list = async (name: string) =>
    parsed(Marks, await ask(client, { service: "network", method: "GET", path: [name] }));
  const [{ ports }, { floatingips }] = await Promise.all([list("ports"), list("floatingips")]);
  const rows = [
    ...ports.map((row) => ({ kind: "port" as const, row, mark: row.name })),
    ...floatingips.map((row) => ({ kind: "address" as const, row, mark: row.description })),
  ];
  return rows.flatMap(({ kind, row, mark }) => {
    const key = keyOf([mark]);
    return key === null ? [] : [{ kind, id: row.id, key, createdAt: timeOf(row.created_at) }];
  });
}

/** The address first: a port can go while it carries one, but then the address is nobody's for a while. */
export async function removeAddresses(
  client: Wire,
  key: ComputeKey,
  kept?: { portId: string; addressId: string | null },
): Promise<void> {
  for (const { id } of await floatingIpsOf(client, key))
    if (id !== kept?.addressId) await remove(client, "network", ["floatingips", id]);
  for (const { id } of await portsOf(client, key))
    if (id !== kept?.portId) await remove(client, "network", ["ports", id]);
}
