/** Creates a server: synchronous validation, quotas and ports. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { FlavorData } from "./cloud-data.ts";
import { faultFromName } from "./named-faults.ts";
import { visibleImages } from "./glance.ts";
import type { EmulatorResponse } from "../lib/routes.ts";
import { buildPlan, chooseHost } from "./nova-build.ts";
import { createPort } from "./neutron-ports.ts";
import { isResponse, type ServersContext } from "./nova-servers.ts";
import { badRequest, conflict, forbidden, novaError } from "./nova-versions.ts";
import { createVolume } from "./cinder.ts";
import { createdView, isAdmin } from "./nova-views.ts";
import type { PortRow, ServerRow } from "./records.ts";

const NetworkRef = z.union([z.object({ port: z.string() }), z.object({ uuid: z.string() })]);
/** Of Nova's many block devices only a boot volume that is created from an image. */
const BootVolume = z.strictObject({
  boot_index: z.literal(0),
  uuid: z.string(),
  source_type: z.literal("image"),
  destination_type: z.literal("volume"),
  volume_size: z.int().min(1),
  delete_on_termination: z.literal(true),
});
const ServerBody = z.object({
  server: z.object({
    name: z.string().min(1).max(255),
    flavorRef: z.union([z.string(), z.int()]).transform(String),
    imageRef: z.string().optional(),
    block_device_mapping_v2: z.tuple([BootVolume]).optional(),
    config_drive: z.boolean().optional(),
    networks: z.union([z.literal("none"), z.literal("auto"), z.array(NetworkRef)]).optional(),
    user_data: z.string().max(65_535).optional(),
    key_name: z.string().optional(),
    description: z.string().max(255).nullish(),
    metadata: z.record(z.string(), z.string()).optional(),
    tags: z
      .array(
        z
          .string()
          .min(1)
          .max(60)
          .regex(/^[^,/]*$/),
      )
      .max(50)
      .optional(),
  }),
});

export function createServer(context: ServersContext): EmulatorResponse {
  const { request, region, state, caller, minor } = context;
  const parsed = ServerBody.safeParse(request.body, { reportInput: true });
  if (!parsed.success) return schemaError(parsed.error);
  const requested = parsed.data.server;
  if (requested.networks === undefined && minor >= 37) {
    return badRequest(
      "Invalid input for field/attribute server. 'networks' is a required property",
    );
  }
  if (requested.tags !== undefined && minor < 52) {
    return badRequest(
      "Invalid input for field/attribute server. Additional properties are not allowed ('tags' was unexpected)",
    );
  }
  const problem = userDataError(requested.user_data);
  if (problem !== null) return problem;
  const bootVolume = requested.block_device_mapping_v2?.[0];
  const imageRef = bootVolume?.uuid ?? requested.imageRef ?? "";
  if (!/^[0-9a-f-]{36}$/i.test(imageRef)) {
    return badRequest(
      `Invalid input for field/attribute imageRef. Value: ${imageRef}. '${imageRef}' is not valid under any of the given schemas`,
    );
  }
  const fault = faultFromName(requested.name);
  const flavor = state.flavorsOf(region).find((known) => known.id === requested.flavorRef);
  if (flavor === undefined) return badRequest(`Flavor ${requested.flavorRef} could not be found.`);
  const image = visibleImages(region, state).find((known) => known.image.id === imageRef);
  if (image === undefined || fault === "image-gone")
    return badRequest("Can not find requested image");
  if (image.status !== "active") return badRequest(`Image ${image.image.id} is not active.`);
  if (flavor.ramMb < image.image.minRamMb)
    return badRequest("Flavor's memory is too small for requested image.");
  if (bootVolume === undefined && flavor.diskGb === 0 && !isAdmin(caller))
    return forbidden("Only volume-backed servers are allowed for flavors with zero disk.");
  if (bootVolume !== undefined && bootVolume.volume_size < image.image.minDiskGb)
    return badRequest("Volume is smaller than the minimum size specified in image metadata.");
  if (bootVolume === undefined && flavor.diskGb > 0 && flavor.diskGb < image.image.minDiskGb)
    return badRequest("Flavor's disk is too small for requested image.");
  const owned = state
    .serversOf(region.name)
    .filter((row) => row.projectId === caller.projectId && row.vmState !== "deleted");
  const overQuota = quotaError(context, owned, flavor, fault === "quota");
  if (overQuota !== null) return overQuota;
  const ports = allocatePorts(context, requested.networks ?? "auto");
  if (!Array.isArray(ports)) return ports;

  const nowMs = state.nowMs();
  const row: ServerRow = {
    id: randomUUID(),
    name: requested.name,
    region: region.name,
    projectId: caller.projectId,
    userId: caller.userId,
    flavorId: flavor.id,
    imageId: image.image.id,
    host: null,
    userData: requested.user_data ?? null,
    keyName: requested.key_name ?? null,
    configDrive: requested.config_drive ?? false,
    description: requested.description ?? null,
    metadata: requested.metadata ?? {},
    tags: [...new Set(requested.tags ?? [])].sort(),
    portIds: ports.map(({ port }) => port.id),
    ownedPortIds: ports.filter(({ isNew }) => isNew).map(({ port }) => port.id),
    vmState: "building",
    taskState: "scheduling",
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    launchedAtMs: null,
    deletedAtMs: null,
    fault: null,
    plan: [],
    actions: [
      {
        action: "create",
        requestId: request.requestId,
        userId: caller.userId,
        startedAtMs: nowMs,
        finishedAtMs: null,
        result: null,
      },
    ],
    boots: 0,
  };
  row.host = fault === "no-capacity" ? null : (chooseHost(context, row)?.host ?? null);
  const hasVolume =
    bootVolume === undefined ||
    row.host === null ||
    createVolume(context, {
      sizeGb: bootVolume.volume_size,
      imageId: image.image.id,
      name: "",
      metadata: {},
      serverId: row.id,
    }) !== null;
  row.plan = buildPlan(row, context.timings, nowMs, hasVolume ? null : region.quota.volumes);
  const sameNameExists = owned.some((other) => other.name === row.name);
  state.servers.set(row.id, row);
  for (const { port } of ports)
    state.ports.set(port.id, { ...port, deviceId: row.id, updatedAtMs: nowMs });
  return {
    status: 202,
    headers: { Location: `${request.origin}/${region.name}/compute/v2.1/servers/${row.id}` },
    body: { server: createdView(row, context) },
    lost: fault === "lost-answer" && !sameNameExists,
  };
}

function quotaError(
  { region }: ServersContext,
  owned: ServerRow[],
  flavor: FlavorData,
  byName: boolean,
): EmulatorResponse | null {
  const sum = (size: (known: FlavorData) => number) =>
    owned.reduce((total, row) => {
      const known = region.flavors.find(({ id }) => id === row.flavorId);
      return total + (known === undefined ? 0 : size(known));
    }, 0);
  const kinds = [
    {
      name: "instances",
      requested: 1,
      used: owned.length,
      limit: byName ? owned.length : region.quota.instances,
    },
    {
      name: "cores",
      requested: flavor.vcpus,
      used: sum(({ vcpus }) => vcpus),
      limit: region.quota.cores,
    },
    {
      name: "ram",
      requested: flavor.ramMb,
      used: sum(({ ramMb }) => ramMb),
      limit: region.quota.ramMb,
    },
  ];
  const over = kinds.find(({ requested, used, limit }) => used + requested > limit);
  if (over === undefined) return null;
  const { name, requested, used, limit } = over;
  return forbidden(
    `Quota exceeded for ${name}: Requested ${requested}, but already used ${used} of ${limit} ${name}`,
  );
}

type AllocatedPort = { port: PortRow; isNew: boolean };

function allocatePorts(
  context: ServersContext,
  requested: z.infer<typeof ServerBody>["server"]["networks"],
): AllocatedPort[] | EmulatorResponse {
  const { region, state, caller } = context;
  if (requested === undefined || requested === "none") return [];
  const inner = region.networks.find((network) => !network.external);
  const refs = requested === "auto" ? (inner === undefined ? [] : [{ uuid: inner.id }]) : requested;
  const allocated: AllocatedPort[] = [];
  for (const ref of refs) {
    if ("port" in ref) {
      const port = state.ports.get(ref.port);
      if (
        port === undefined ||
        port.region !== region.name ||
        port.projectId !== caller.projectId
      ) {
        return badRequest(`Port id ${ref.port} could not be found.`);
      }
      if (port.deviceId !== "") return conflict(`Port ${ref.port} is still in use.`);
      allocated.push({ port, isNew: false });
      continue;
    }
    const created = createPort(context, { networkId: ref.uuid });
    if (isResponse(created)) return badRequest(`Network ${ref.uuid} could not be found.`);
    allocated.push({ port: created, isNew: true });
  }
  return allocated;
}

/** Nova fails with 500 on non-ASCII user data and rejects invalid base64. */
function userDataError(userData: string | undefined): EmulatorResponse | null {
  if (userData === undefined) return null;
  if (/[^\x20-\x7e\s]/.test(userData)) {
    return novaError(500, "computeFault", "Unexpected API Error.\n<class 'UnicodeDecodeError'>");
  }
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(userData) && userData.length % 4 === 0) return null;
  return badRequest(
    `Invalid input for field/attribute user_data. Value: ${userData}. '${userData}' is not a 'base64'`,
  );
}

function schemaError(error: z.ZodError): EmulatorResponse {
  const issue = error.issues[0];
  const field = String(issue?.path.at(-1) ?? "server");
  const isMissing = issue?.code === "invalid_type" && issue.input === undefined;
  return badRequest(
    isMissing
      ? `Invalid input for field/attribute server. '${field}' is a required property`
      : `Invalid input for field/attribute ${field}. ${issue?.message}`,
  );
}
