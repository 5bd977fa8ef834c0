/** Servers: create once, look up by tag, read, power on and off, delete. */
import { z } from "zod";
import { cloudInitDocument } from "#api/core/lib/cloud-init.ts";
import {
  type ComputeKey,
  type PowerAction,
  type CreateServerRequest,
  type ServerState,
  type ComputeServer,
} from "#api/ports/compute.ts";
import { type MarkedResource, type ServerReading } from "#api/ports/compute-readings.ts";
import { hasNextPage, PageLinks, parseBody } from "./responses.ts";
import type { Wire } from "./client.ts";
import {
  requestOrThrow,
  requestOrNull,
  toServerFault,
  toComputeError,
  parseTime,
  parseUtcTime,
} from "./errors.ts";
import { findFlavor, findImageId } from "./inventory.ts";
import { parseResourceTag, resourceTag, toMetadata } from "./labels.ts";

const changesPageSize = 200;

export interface ServerConfig {
  /** Passes the first-boot data on a disk too, for networks without a metadata service; default: no. */
  configDrive?: boolean;
}

const ServerRow = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  created: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).default([]),
  addresses: z
    .record(
      z.string(),
      z.array(z.looseObject({ addr: z.string(), "OS-EXT-IPS:type": z.string().optional() })),
    )
    .default({}),
  fault: z.looseObject({ message: z.string() }).optional(),
  "OS-EXT-STS:task_state": z.string().nullish(),
  "OS-SRV-USG:launched_at": z.string().nullish(),
  "os-extended-volumes:volumes_attached": z.array(z.looseObject({ id: z.string() })).default([]),
});
type ServerRow = z.output<typeof ServerRow>;
const ServerBody = z.looseObject({ server: ServerRow });
const Servers = z.looseObject({ servers: z.array(ServerRow), servers_links: PageLinks });
const CreatedServer = z.looseObject({ server: z.looseObject({ id: z.string() }) });

export function toServerState(status: string): ServerState {
  switch (status) {
    case "BUILD":
      return "building";
    case "ACTIVE":
      return "active";
    case "SHUTOFF":
    case "PAUSED":
    case "SUSPENDED":
    case "SHELVED":
    case "SHELVED_OFFLOADED":
      return "stopped";
    case "REBUILD":
      return "building";
    case "REBOOT":
    case "HARD_REBOOT":
      return "rebooting";
    case "MIGRATING":
    case "RESIZE":
    case "VERIFY_RESIZE":
    case "REVERT_RESIZE":
      return "moving";
    case "ERROR":
      return "error";
    case "DELETED":
    case "SOFT_DELETED":
      return "terminated";
    default:
      return "unknown";
  }
}

/** A deleted server loses its tags but keeps its description. */
const serverKey = (row: ServerRow) => parseResourceTag([...row.tags, row.description]);

function toComputeServer(row: ServerRow): ComputeServer {
  return {
    serverId: row.id,
    key: serverKey(row),
    hostname: row.name,
    state: toServerState(row.status),
    taskState: row["OS-EXT-STS:task_state"] ?? null,
    fault:
      row.fault !== undefined && row.status === "ERROR" ? toServerFault(row.fault.message) : null,
    addresses: Object.values(row.addresses)
      .flat()
      .map((entry) => ({
        ip: entry.addr,
        kind: entry["OS-EXT-IPS:type"] === "floating" ? "public" : "private",
      })),
    volumeIds: row["os-extended-volumes:volumes_attached"].map(({ id }) => id),
    launchedAt: parseUtcTime(row["OS-SRV-USG:launched_at"]),
  };
}

/** All servers with the key, the oldest first. */
async function findServers(client: Wire, key: ComputeKey): Promise<ServerRow[]> {
  const query = { tags: resourceTag(key) };
  const body = await requestOrThrow(client, {
    service: "compute",
    method: "GET",
    path: ["servers", "detail"],
    query,
  });
  return parseBody(Servers, body).servers.toSorted((a, b) =>
    `${a.created} ${a.id}`.localeCompare(`${b.created} ${b.id}`),
  );
}

export async function findServer(client: Wire, key: ComputeKey): Promise<ComputeServer | null> {
  const [first] = await findServers(client, key);
  return first === undefined ? null : toComputeServer(first);
}

export async function readServer(client: Wire, serverId: string): Promise<ComputeServer | null> {
  const body = await requestOrNull(client, {
    service: "compute",
    method: "GET",
    path: ["servers", serverId],
  });
  if (body === null) return null;
  const view = toComputeServer(parseBody(ServerBody, body).server);
  return view.state === "terminated" ? null : view;
}

export async function ensureServer(
  client: Wire,
  { configDrive = false }: ServerConfig,
  request: CreateServerRequest,
): Promise<{ serverId: string }> {
  const [existing] = await findServers(client, request.key);
  if (existing !== undefined) return { serverId: existing.id };
  const flavor = await findFlavor(client, request.flavor);
  const imageId = await findImageId(client, request.image);
  const server = {
    name: request.hostname,
    flavorRef: flavor.flavorId,
    ...(flavor.diskGb > 0 ? { imageRef: imageId } : bootVolume(imageId, request.bootDiskGb)),
    networks: [{ port: request.portId }],
    user_data: cloudInitUserData(request),
    ...(configDrive ? { config_drive: true } : {}),
    tags: [resourceTag(request.key)],
    description: resourceTag(request.key),
    metadata: toMetadata(request),
  };
  const body = await requestOrThrow(client, {
    service: "compute",
    method: "POST",
    path: ["servers"],
    body: { server },
  });
  return { serverId: parseBody(CreatedServer, body).server.id };
}

/** A volume that Nova creates from the image and deletes with the server. */
const bootVolume = (imageId: string, sizeGb: number) => ({
  block_device_mapping_v2: [
    {
      boot_index: 0,
      uuid: imageId,
      source_type: "image",
      destination_type: "volume",
      volume_size: sizeGb,
      delete_on_termination: true,
    },
  ],
});

/** cloud-init reads UTF-8; Nova transports base64. */
export const cloudInitUserData = ({
  sshKeys,
  userData,
}: Pick<CreateServerRequest, "sshKeys" | "userData">): string =>
  Buffer.from(cloudInitDocument(sshKeys, userData ?? null), "utf8").toString("base64");

const powerActionBodies: Record<PowerAction, unknown> = {
  reboot: { reboot: { type: "SOFT" } },
  hard_reboot: { reboot: { type: "HARD" } },
  power_on: { "os-start": null },
  power_off: { "os-stop": null },
};

/** Whether the server is already in the action's target state or on its way there. */
function isInTargetState(action: PowerAction, { state, taskState }: ComputeServer): boolean {
  if (action === "power_on")
    return taskState === "powering-on" || (state === "active" && taskState === null);
  if (action === "power_off")
    return taskState === "powering-off" || (state === "stopped" && taskState === null);
  return state === "rebooting";
}

export async function power(client: Wire, serverId: string, action: PowerAction): Promise<void> {
  const path = ["servers", serverId, "action"];
  const outcome = await client.call({
    service: "compute",
    method: "POST",
    path,
    body: powerActionBodies[action],
  });
  if (outcome.ok) return;
  // Nova also returns 404 for a server that is not scheduled yet.
  if (outcome.rejection.status === 409 || outcome.rejection.status === 404) {
    const current = await readServer(client, serverId);
    if (current !== null && isInTargetState(action, current)) return;
    if (current !== null) throw toComputeError({ ...outcome.rejection, status: 409 }, "compute");
  }
  throw toComputeError(outcome.rejection, "compute");
}

export const listChangesSince = (client: Wire, since: Date): Promise<ServerReading> =>
  readServers(client, { "changes-since": since.toISOString() });

export const allServers = (client: Wire): Promise<ServerReading> => readServers(client, {});

async function readServers(client: Wire, filter: Record<string, string>): Promise<ServerReading> {
  const { rows, at } = await listServers(client, filter);
  return {
    at,
    servers: rows.map((row) => ({
      serverId: row.id,
      key: serverKey(row),
      state: toServerState(row.status),
    })),
  };
}

/**
 * Reads all pages. `at` is the time of the first page, so that a change made during the reading is read again next
 * time.
 */
async function listServers(
  client: Wire,
  filter: Record<string, string>,
): Promise<{ rows: ServerRow[]; at: Date | null }> {
  const rows = new Map<string, ServerRow>();
  let marker: string | undefined;
  let at: Date | null = null;
  for (;;) {
    const query = { ...filter, limit: String(changesPageSize), marker };
    const outcome = await client.call({
      service: "compute",
      method: "GET",
      path: ["servers", "detail"],
      query,
    });
    if (!outcome.ok) throw toComputeError(outcome.rejection, "compute");
    if (marker === undefined) at = outcome.at;
    const page = parseBody(Servers, outcome.body);
    for (const row of page.servers) rows.set(row.id, row);
    marker = page.servers.at(-1)?.id;
    if (marker === undefined || !hasNextPage(page.servers_links))
      return { rows: [...rows.values()], at };
  }
}

export async function listTaggedServers(client: Wire): Promise<MarkedResource[]> {
  const { rows } = await listServers(client, {});
  return rows.flatMap((row) => {
    const key = serverKey(row);
    return key === null
      ? []
      : [{ kind: "server" as const, id: row.id, key, createdAt: parseTime(row.created) }];
  });
}

export async function findServerIds(client: Wire, key: ComputeKey): Promise<string[]> {
  return (await findServers(client, key)).map((row) => row.id);
}
