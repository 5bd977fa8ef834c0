/** Servers, flavors and actions in Nova's JSON format of the requested microversion. */
import { type FlavorData, type NetworkData, type RegionData, stableHexId } from "./cloud-data.ts";
import type { EmulatorRequest } from "../lib/routes.ts";
import { type Caller, microsNoZone, secondsIso } from "./service.ts";
import type { Minor } from "./nova-versions.ts";
import type { ServerRow } from "./records.ts";
import type { CloudState } from "./state.ts";

export interface NovaContext {
  request: EmulatorRequest;
  region: RegionData;
  state: CloudState;
  caller: Caller;
  minor: Minor;
}

export const isAdmin = (caller: Caller) => caller.account.roles.includes("admin");

/** Nova's public status, derived from its internal vm_state and task_state. */
export function novaStatus(row: Pick<ServerRow, "vmState" | "taskState">): string {
  const hard = ["rebooting_hard", "reboot_pending_hard", "reboot_started_hard"];
  const soft = ["rebooting", "reboot_pending", "reboot_started"];
  if (row.taskState !== null && hard.includes(row.taskState)) return "HARD_REBOOT";
  if (row.taskState !== null && soft.includes(row.taskState) && row.vmState === "active")
    return "REBOOT";
  const rebuilding = ["rebuilding", "rebuild_block_device_mapping", "rebuild_spawning"];
  if (row.taskState !== null && rebuilding.includes(row.taskState)) return "REBUILD";
  const moves: Record<string, string> = {
    migrating: "MIGRATING",
    resize_prep: "RESIZE",
    resize_migrating: "RESIZE",
    resize_migrated: "RESIZE",
    resize_finish: "RESIZE",
    resize_reverting: "REVERT_RESIZE",
  };
  const move = row.taskState === null ? undefined : moves[row.taskState];
  if (move !== undefined && row.vmState !== "deleted") return move;
  const statuses = {
    building: "BUILD",
    active: "ACTIVE",
    stopped: "SHUTOFF",
    paused: "PAUSED",
    suspended: "SUSPENDED",
    resized: "VERIFY_RESIZE",
    error: "ERROR",
    deleted: "DELETED",
  };
  return statuses[row.vmState];
}

const powerStates = {
  building: 0,
  active: 1,
  stopped: 4,
  paused: 3,
  suspended: 4,
  resized: 1,
  error: 0,
  deleted: 0,
};

function links(context: NovaContext, kind: "servers" | "flavors", id: string) {
  const base = `${context.request.origin}/${context.region.name}/compute`;
  return [
    { rel: "self", href: `${base}/v2.1/${kind}/${id}` },
    { rel: "bookmark", href: `${base}/${kind}/${id}` },
  ];
}

export function serverBrief(row: ServerRow, context: NovaContext) {
  return { id: row.id, name: row.name, links: links(context, "servers", row.id) };
}

export function createdView(row: ServerRow, context: NovaContext) {
  return {
    id: row.id,
    links: links(context, "servers", row.id),
    "OS-DCF:diskConfig": "MANUAL",
    security_groups: [{ name: "default" }],
    adminPass: stableHexId(`password ${row.id}`).slice(0, 12),
  };
}

/** Nova reports ports, addresses and security groups only after it has plugged the ports. */
function pluggedPorts(row: ServerRow): string[] {
  const unplugged =
    row.host === null || (row.vmState === "building" && row.taskState !== "spawning");
  return unplugged ? [] : row.portIds;
}

function addresses(row: ServerRow, { state, region }: NovaContext) {
  const networks = new Map<NetworkData, object[]>();
  for (const id of pluggedPorts(row)) {
    const port = state.ports.get(id);
    const network = region.networks.find((known) => known.id === port?.networkId);
    if (port === undefined || network === undefined) continue;
    const entry = (addr: string, type: string) => ({
      version: 4,
      addr,
      "OS-EXT-IPS:type": type,
      "OS-EXT-IPS-MAC:mac_addr": port.mac,
    });
    const floating = [...state.floatingIps.values()].filter((candidate) => candidate.portId === id);
    networks.set(network, [
      ...(networks.get(network) ?? []),
      entry(port.ip, "fixed"),
      ...floating.map((candidate) => entry(candidate.ip, "floating")),
    ]);
  }
  return Object.fromEntries([...networks].map(([network, entries]) => [network.name, entries]));
}

function faultView(row: ServerRow, admin: boolean) {
  if (row.fault === null || row.vmState === "deleted") return {};
  const { code, message, createdAtMs } = row.fault;
  const details = admin ? { details: `Traceback (most recent call last):\n${message}\n` } : {};
  return { fault: { code, created: secondsIso(createdAtMs), message, ...details } };
}

function adminView(row: ServerRow) {
  return {
    "OS-EXT-SRV-ATTR:host": row.host,
    "OS-EXT-SRV-ATTR:instance_name": `instance-${row.id.slice(0, 8)}`,
    "OS-EXT-SRV-ATTR:hypervisor_hostname": row.host,
    "OS-EXT-SRV-ATTR:reservation_id": `r-${row.id.slice(-8)}`,
    "OS-EXT-SRV-ATTR:launch_index": 0,
    "OS-EXT-SRV-ATTR:kernel_id": "",
    "OS-EXT-SRV-ATTR:ramdisk_id": "",
    "OS-EXT-SRV-ATTR:root_device_name": row.host === null ? null : "/dev/vda",
    "OS-EXT-SRV-ATTR:user_data": row.userData,
    host_status: row.host === null ? "" : "UP",
  };
}

export function serverView(row: ServerRow, context: NovaContext, view: "detail" | "show") {
  const { minor, region, request } = context;
  const admin = isAdmin(context.caller);
  const flavor = region.flavors.find((known) => known.id === row.flavorId);
  const volumes = context.state.volumesOf(row);
  return {
    id: row.id,
    name: row.name,
    status: novaStatus(row),
    tenant_id: row.projectId,
    user_id: row.userId,
    metadata: row.metadata,
    hostId: row.host === null ? "" : stableHexId(`host ${row.host}`),
    // Nova reports no image of a server that starts from a volume.
    image: volumes.some(({ imageId }) => imageId !== null)
      ? ""
      : {
          id: row.imageId,
          links: [
            {
              rel: "bookmark",
              href: `${request.origin}/${region.name}/compute/images/${row.imageId}`,
            },
          ],
        },
    flavor:
      minor >= 47 && flavor !== undefined
        ? {
            vcpus: flavor.vcpus,
            ram: flavor.ramMb,
            disk: flavor.diskGb,
            ephemeral: 0,
            swap: 0,
            original_name: flavor.name,
            extra_specs: flavor.extraSpecs,
          }
        : { id: row.flavorId, links: links(context, "flavors", row.flavorId).slice(1) },
    created: secondsIso(row.createdAtMs),
    updated: secondsIso(row.updatedAtMs),
    addresses: addresses(row, context),
    accessIPv4: "",
    accessIPv6: "",
    links: links(context, "servers", row.id),
    "OS-DCF:diskConfig": "MANUAL",
    ...faultView(row, admin),
    ...(["ACTIVE", "BUILD"].includes(novaStatus(row)) ? { progress: 0 } : {}),
    "OS-EXT-AZ:availability_zone": "nova",
    config_drive: row.configDrive ? "True" : "",
    key_name: row.keyName,
    "OS-SRV-USG:launched_at": row.launchedAtMs === null ? null : microsNoZone(row.launchedAtMs),
    "OS-SRV-USG:terminated_at": row.deletedAtMs === null ? null : microsNoZone(row.deletedAtMs),
    ...(pluggedPorts(row).length > 0 ? { security_groups: [{ name: "default" }] } : {}),
    ...(admin ? adminView(row) : {}),
    "OS-EXT-STS:task_state": row.taskState,
    "OS-EXT-STS:vm_state": row.vmState,
    "OS-EXT-STS:power_state": powerStates[row.vmState],
    "os-extended-volumes:volumes_attached": volumes.map(({ id, deletedWithServer }) => ({
      id,
      delete_on_termination: deletedWithServer,
    })),
    ...(minor >= 9 ? { locked: false } : {}),
    ...(minor >= 73 ? { locked_reason: null } : {}),
    ...(minor >= 19 ? { description: row.description } : {}),
    ...(minor >= 26 ? { tags: row.tags } : {}),
    ...(minor >= 63 ? { trusted_image_certificates: null } : {}),
    ...(minor >= 90 || (admin && minor >= 3) ? { "OS-EXT-SRV-ATTR:hostname": row.name } : {}),
    ...(minor >= 71 && view === "show" ? { server_groups: [] } : {}),
  };
}

export function flavorBrief(flavor: FlavorData, context: NovaContext) {
  return {
    id: flavor.id,
    name: flavor.name,
    links: links(context, "flavors", flavor.id),
    ...(context.minor >= 55 ? { description: null } : {}),
  };
}

export function flavorView(flavor: FlavorData, context: NovaContext) {
  return {
    id: flavor.id,
    name: flavor.name,
    ram: flavor.ramMb,
    disk: flavor.diskGb,
    swap: context.minor >= 75 ? 0 : "",
    "OS-FLV-EXT-DATA:ephemeral": 0,
    "OS-FLV-DISABLED:disabled": false,
    vcpus: flavor.vcpus,
    "os-flavor-access:is_public": true,
    rxtx_factor: 1,
    links: links(context, "flavors", flavor.id),
    ...(context.minor >= 55 ? { description: null } : {}),
    ...(context.minor >= 61 ? { extra_specs: flavor.extraSpecs } : {}),
  };
}

export function actionView(
  row: ServerRow,
  action: ServerRow["actions"][number],
  context: NovaContext,
) {
  return {
    action: action.action,
    instance_uuid: row.id,
    request_id: action.requestId,
    user_id: action.userId,
    project_id: row.projectId,
    start_time: microsNoZone(action.startedAtMs),
    message: action.result === "Error" ? "Error" : null,
    ...(context.minor >= 58
      ? { updated_at: microsNoZone(action.finishedAtMs ?? action.startedAtMs) }
      : {}),
  };
}

/** The event of an action. For a create action its name is `compute__do_build_and_run_instance`. */
export function eventView(row: ServerRow, action: ServerRow["actions"][number], caller: Caller) {
  const name =
    action.action === "create" ? "do_build_and_run_instance" : `${action.action}_instance`;
  return {
    event: `compute__${name}`,
    start_time: microsNoZone(action.startedAtMs),
    finish_time: action.finishedAtMs === null ? null : microsNoZone(action.finishedAtMs),
    result: action.result,
    ...(isAdmin(caller) ? { traceback: null, host: row.host } : {}),
    hostId: row.host === null ? "" : stableHexId(`host ${row.host}`),
    ...(isAdmin(caller) ? { details: null } : {}),
  };
}
