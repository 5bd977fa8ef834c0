/** `/_control`: endpoints by which tests and the demo control the emulated cloud. Without tokens, because it listens on loopback. */
import { z } from "zod";
import { FaultRule, type FaultRules } from "../lib/faults.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "../lib/routes.ts";
import type { Keystone } from "./keystone.ts";
import { novaStatus } from "./nova-views.ts";
import { type ServerRow, Status } from "./records.ts";
import type { CloudState } from "./state.ts";
import type { ConsoleProxy } from "./vnc/console-proxy.ts";

export interface ControlContext {
  request: EmulatorRequest;
  state: CloudState;
  faults: FaultRules;
  keystone: Keystone;
  consoles: ConsoleProxy;
  onClockOffset: ((offsetMs: number) => void) | undefined;
}

const ForcedState = z.strictObject({
  vmState: Status.shape.vmState,
  taskState: z.string().nullable().default(null),
  fault: z.object({ code: z.int(), message: z.string() }).optional(),
});
const ImageState = z.strictObject({
  status: z.enum(["active", "deactivated", "queued", "deleted"]),
});
const Ahead = z.strictObject({ aheadMs: z.int() });
const ClockOffset = z.strictObject({ offsetMs: z.int() });

const invalidBody = (error: z.ZodError): EmulatorResponse => ({
  status: 400,
  body: { errors: error.issues },
});
const missing: EmulatorResponse = { status: 404, body: { message: "Not found" } };

/** Compact state of the whole cloud, for comparisons before and after an operation. */
export function snapshotCloud(state: CloudState) {
  const live = state.data.regions
    .flatMap((region) => state.serversOf(region.name))
    .filter((row) => row.vmState !== "deleted");
  return {
    servers: live.map((row) => ({
      id: row.id,
      region: row.region,
      name: row.name,
      tags: row.tags,
      metadata: row.metadata,
      status: novaStatus(row),
      taskState: row.taskState,
      host: row.host,
      portIds: row.portIds,
      userData: row.userData,
    })),
    ports: [...state.ports.values()].map(({ id, region, name, ip, deviceId, tags }) => ({
      id,
      region,
      name,
      ip,
      deviceId,
      tags,
    })),
    volumes: [...state.volumes.values()].map(
      ({ id, region, name, metadata, sizeGb, serverId }) => ({
        id,
        region,
        name,
        metadata,
        sizeGb,
        serverId,
      }),
    ),
    floatingIps: [...state.floatingIps.values()].map(
      ({ id, region, description, ip, portId, tags }) => ({
        id,
        region,
        description,
        ip,
        portId,
        tags,
      }),
    ),
  };
}

function findOrMissing({ state }: ControlContext, id: string | undefined): ServerRow | undefined {
  const row = state.servers.get(id ?? "");
  return row === undefined ? undefined : state.server(row.region, row.id);
}

const routes = [
  route<ControlContext>("GET", "/_control/world", ({ state }) => ({
    status: 200,
    body: snapshotCloud(state),
  })),
  route<ControlContext>("GET", "/_control/servers/:id/screen", ({ consoles }, id) => {
    const text = consoles.screenText(id ?? "");
    return text === null ? missing : { status: 200, body: { text } };
  }),
  route<ControlContext>("GET", "/_control/faults", ({ faults }) => ({
    status: 200,
    body: { faults: faults.list() },
  })),
  route<ControlContext>("POST", "/_control/faults", ({ request, faults }) => {
    const rule = FaultRule.safeParse(request.body);
    return rule.success
      ? { status: 201, body: { id: faults.add(rule.data) } }
      : invalidBody(rule.error);
  }),
  route<ControlContext>("DELETE", "/_control/faults", ({ faults }) => {
    faults.clear();
    return { status: 204 };
  }),
  route<ControlContext>("DELETE", "/_control/faults/:id", ({ faults }, id) =>
    faults.remove(id ?? "") ? { status: 204 } : missing,
  ),
  route<ControlContext>("DELETE", "/_control/tokens", ({ keystone }) => {
    keystone.expireAll();
    return { status: 204 };
  }),
  route<ControlContext>("POST", "/_control/servers/:id/step", (context, id) => {
    const row = findOrMissing(context, id);
    if (row === undefined) return missing;
    return {
      status: 200,
      body: { stepped: context.state.step(row), status: novaStatus(row), taskState: row.taskState },
    };
  }),
  route<ControlContext>("POST", "/_control/servers/:id/state", (context, id) => {
    const row = findOrMissing(context, id);
    if (row === undefined) return missing;
    const requested = ForcedState.safeParse(context.request.body);
    if (!requested.success) return invalidBody(requested.error);
    context.state.force(row, requested.data);
    return { status: 200, body: { status: novaStatus(row), taskState: row.taskState } };
  }),
  route<ControlContext>("PUT", "/_control/images/:id", ({ request, state }, id) => {
    const requested = ImageState.safeParse(request.body);
    if (!requested.success) return invalidBody(requested.error);
    state.imageStatuses.set(id ?? "", requested.data.status);
    return { status: 200, body: requested.data };
  }),
  route<ControlContext>("PUT", "/_control/ahead", ({ request, state }) => {
    const requested = Ahead.safeParse(request.body);
    if (!requested.success) return invalidBody(requested.error);
    state.aheadMs = requested.data.aheadMs;
    return { status: 200, body: requested.data };
  }),
  route<ControlContext>(
    "DELETE",
    "/_control/flavors/:region/:name",
    ({ state }, region = "", name = "") =>
      state.deleteFlavor(region, name) ? { status: 204 } : missing,
  ),
  route<ControlContext>("PUT", "/_control/clock", ({ request, onClockOffset }) => {
    const requested = ClockOffset.safeParse(request.body);
    if (!requested.success) return invalidBody(requested.error);
    if (onClockOffset === undefined)
      return { status: 409, body: { message: "This clock cannot be moved" } };
    onClockOffset(requested.data.offsetMs);
    return { status: 200, body: requested.data };
  }),
];

export function handleControl(context: ControlContext): EmulatorResponse {
  return dispatch(routes, context.request.method, context.request.path, context) ?? missing;
}
