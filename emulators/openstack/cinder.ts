/** Cinder v3: volumes of a region and their types. Nova creates the boot volumes of servers, of the default type. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { defaultVolumeType, type RegionData, stableHexId, stableUuid } from "./cloud-data.ts";
import { type EmulatorRequest, type EmulatorResponse, dispatch, route } from "../lib/routes.ts";
import { pageOf } from "./pages.ts";
import type { VolumeRow } from "./records.ts";
import { type Caller, microsNoZone } from "./service.ts";
import type { CloudState } from "./state.ts";

interface CinderContext {
  request: EmulatorRequest;
  region: RegionData;
  state: CloudState;
  caller: Caller;
}

const cinderError = (code: number, kind: string, message: string): EmulatorResponse => ({
  status: code,
  body: { [kind]: { code, message } },
});
const notFound = (id: string | undefined) =>
  cinderError(404, "itemNotFound", `Volume ${id} could not be found.`);

/** Cinder reports an exhausted quota with 413, like a rate limit, but with a Retry-After of 0. */
function overLimit(limit: number): EmulatorResponse {
  const message = `VolumeLimitExceeded: Maximum number of volumes allowed (${limit}) exceeded for quota 'volumes'.`;
  return {
    status: 413,
    headers: { "Retry-After": "0" },
    body: { overLimit: { code: 413, message, retryAfter: "0" } },
  };
}

const ownVolumes = ({ state, region, caller }: CinderContext) =>
  [...state.volumes.values()].filter(
    (row) => row.region === region.name && row.projectId === caller.projectId,
  );

const volumeTypeId = (name: string) => stableUuid(`volume type ${name}`);

const volumeTypeView = ({ name, description }: { name: string; description: string | null }) => ({
  id: volumeTypeId(name),
  name,
  is_public: true,
  description,
  extra_specs: {},
  qos_specs_id: null,
  "os-volume-type-access:is_public": true,
});

function createdView(row: VolumeRow, { request }: CinderContext) {
  const type = defaultVolumeType.name;
  return {
    id: row.id,
    status: row.serverId === null ? "available" : "in-use",
    size: row.sizeGb,
    availability_zone: "nova",
    created_at: microsNoZone(row.createdAtMs),
    updated_at: microsNoZone(row.updatedAtMs),
    name: row.name,
    description: null,
    volume_type: type,
    snapshot_id: null,
    source_volid: null,
    metadata: row.metadata,
    links: [
      { rel: "self", href: `${request.origin}/v3/${row.projectId}/volumes/${row.id}` },
      { rel: "bookmark", href: `${request.origin}/${row.projectId}/volumes/${row.id}` },
    ],
    user_id: row.userId,
    bootable: row.imageId === null ? "false" : "true",
    encrypted: false,
    replication_status: null,
    consistencygroup_id: null,
    multiattach: false,
    attachments:
      row.serverId === null
        ? []
        : [
            {
              id: row.id,
              attachment_id: stableUuid(`attachment ${row.id}`),
              volume_id: row.id,
              server_id: row.serverId,
              host_name: null,
              device: "/dev/vda",
              attached_at: microsNoZone(row.createdAtMs),
            },
          ],
    group_id: null,
    shared_targets: false,
    service_uuid: stableUuid(`cinder ${row.region}`),
    volume_type_id: volumeTypeId(type),
    consumes_quota: true,
  };
}

const volumeView = (row: VolumeRow, context: CinderContext) => ({
  ...createdView(row, context),
  "os-vol-tenant-attr:tenant_id": row.projectId,
});

export interface RequestedVolume {
  sizeGb: number;
  imageId: string | null;
  name: string;
  metadata: Record<string, string>;
  serverId: string | null;
}

/** Returns null if the project's quota is used up. */
export function createVolume(
  { region, state, caller }: Omit<CinderContext, "request">,
  requested: RequestedVolume,
): VolumeRow | null {
  const used = [...state.volumes.values()].filter((row) => row.region === region.name).length;
  if (used >= region.quota.volumes) return null;
  const row: VolumeRow = {
    id: randomUUID(),
    region: region.name,
    projectId: caller.projectId,
    userId: caller.userId,
    deletedWithServer: requested.serverId !== null,
    createdAtMs: state.nowMs(),
    updatedAtMs: state.nowMs(),
    ...requested,
  };
  state.volumes.set(row.id, row);
  return row;
}

const Created = z.object({
  volume: z.object({
    size: z.int().min(1),
    name: z.string().max(255).nullish(),
    metadata: z.record(z.string(), z.string().max(255)).optional(),
  }),
});
const Updated = z.object({
  volume: z.strictObject({
    name: z.string().max(255).optional(),
    description: z.string().max(255).nullish(),
    metadata: z.record(z.string(), z.string().max(255)).optional(),
  }),
});
const invalidBody = () =>
  cinderError(400, "badRequest", "Invalid input for field/attribute volume.");

const routes = [
  route<CinderContext>("GET", "/v3/:project/types", ({ region, state }) => ({
    status: 200,
    body: { volume_types: state.volumeTypesOf(region).map(volumeTypeView) },
  })),
  route<CinderContext>("GET", "/v3/:project/volumes/detail", (context) => {
    const { query } = context.request;
    const name = query.get("name");
    const rows = ownVolumes(context)
      .filter((row) => name === null || row.name === name)
      .toSorted((one, other) => other.createdAtMs - one.createdAtMs);
    const page = pageOf(rows, context.request);
    if (page === null)
      return cinderError(400, "badRequest", `marker [${query.get("marker")}] not found`);
    return {
      status: 200,
      body: {
        volumes: page.rows.map((row) => volumeView(row, context)),
        ...(page.links.length > 0 ? { volumes_links: page.links } : {}),
      },
    };
  }),
  route<CinderContext>("POST", "/v3/:project/volumes", (context) => {
    const parsed = Created.safeParse(context.request.body);
    if (!parsed.success) return invalidBody();
    const { size, name, metadata } = parsed.data.volume;
    const row = createVolume(context, {
      sizeGb: size,
      imageId: null,
      name: name ?? "",
      metadata: metadata ?? {},
      serverId: null,
    });
    if (row === null) return overLimit(context.region.quota.volumes);
    return { status: 202, body: { volume: { ...createdView(row, context), status: "creating" } } };
  }),
  route<CinderContext>("GET", "/v3/:project/volumes/:id", (context, _project, id) => {
    const row = ownVolumes(context).find((known) => known.id === id);
    return row === undefined
      ? notFound(id)
      : { status: 200, body: { volume: volumeView(row, context) } };
  }),
  route<CinderContext>("PUT", "/v3/:project/volumes/:id", (context, _project, id) => {
    const row = ownVolumes(context).find((known) => known.id === id);
    if (row === undefined) return notFound(id);
    const parsed = Updated.safeParse(context.request.body);
    if (!parsed.success) return invalidBody();
    const { name, metadata } = parsed.data.volume;
    row.name = name ?? row.name;
    row.metadata = metadata ?? row.metadata;
    row.updatedAtMs = context.state.nowMs();
    return { status: 200, body: { volume: volumeView(row, context) } };
  }),
  route<CinderContext>("DELETE", "/v3/:project/volumes/:id", (context, _project, id) => {
    const row = ownVolumes(context).find((known) => known.id === id);
    if (row === undefined) return notFound(id);
    if (row.serverId !== null)
      return cinderError(
        400,
        "badRequest",
        "Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing and must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after volume transfer.",
      );
    context.state.volumes.delete(row.id);
    return { status: 202 };
  }),
];

export const cinderUrl = (origin: string, region: string, projectName: string): string =>
  `${origin}/${region}/volume/v3/${stableHexId(`project ${projectName}`)}`;

export function handleCinder(
  request: EmulatorRequest,
  path: string,
  region: RegionData,
  state: CloudState,
  caller: Caller,
): EmulatorResponse {
  const response =
    dispatch(routes, request.method, path, { request, region, state, caller }) ??
    cinderError(404, "itemNotFound", "The resource could not be found.");
  // Without a header Cinder uses its first version. The views here are those of the newest one.
  const version = request.headers["openstack-api-version"] ?? "volume 3.0";
  return {
    ...response,
    headers: { ...response.headers, "OpenStack-API-Version": String(version) },
  };
}
