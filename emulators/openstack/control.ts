/** `/_control`: how a test or the demo moves the emulated cloud. No token: it listens on loopback. */
import { z } from "zod";
import { FaultRule, type FaultRules } from "./faults.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "./http.ts";
import type { Keystone } from "./keystone.ts";
import { novaStatus } from "./nova-views.ts";
import { type ServerRow, Status } from "./records.ts";
import type { CloudState } from "./state.ts";

export interface ControlContext {
  call: EmulatorRequest;
  state: CloudState;
  faults: FaultRules;
  keystone: Keystone;
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
const missing: EmulatorResponse = { status: 404, body: { message: "No such thing" } };

/** The whole cloud in few words, to compare the world before and after. */
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
      status: novaStatus(row),
      taskState: row.taskState,
      host: row.host,
      portIds: row.portIds,
      userData: row.userData,
    })),
    ports: [...state.ports.values()].map(({ id, region, name, ip, deviceId }) => ({
      id,
      region,
      name,
      ip,
      deviceId,
    })),
    floatingIps: [...state.floatingIps.values()].map(({ id, region, description, ip, portId }) => ({
      id,
      region,
      description,
      ip,
      portId,
    })),
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
  route<ControlContext>("GET", "/_control/faults", ({ faults }) => ({
    status: 200,
    body: { faults: faults.list() },
  })),
  route<ControlContext>("POST", "/_control/faults", ({ call: endpoint, faults }) => {
    const order = FaultRule.safeParse(endpoint.body);
    return order.success
      ? { status: 201, body: { id: faults.add(order.data) } }
      : invalidBody(order.error);
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
    const requested = ForcedState.safeParse(context.call.body);
    if (!requested.success) return invalidBody(requested.error);
    context.state.force(row, requested.data);
    return { status: 200, body: { status: novaStatus(row), taskState: row.taskState } };
  }),
  route<ControlContext>("PUT", "/_control/images/:id", ({ call: endpoint, state }, id) => {
    const requested = ImageState.safeParse(endpoint.body);
    if (!requested.success) return invalidBody(requested.error);
    state.imageStatuses.set(id ?? "", requested.data.status);
    return { status: 200, body: requested.data };
  }),
  route<ControlContext>("PUT", "/_control/ahead", ({ call: endpoint, state }) => {
    const requested = Ahead.safeParse(endpoint.body);
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
  route<ControlContext>("PUT", "/_control/clock", ({ call: endpoint, onClockOffset }) => {
    const requested = ClockOffset.safeParse(endpoint.body);
    if (!requested.success) return invalidBody(requested.error);
    if (onClockOffset === undefined)
      return { status: 409, body: { message: "This clock cannot be moved" } };
    onClockOffset(requested.data.offsetMs);
    return { status: 200, body: requested.data };
  }),
];

export function handleControl(context: ControlContext): EmulatorResponse {
  return dispatch(routes, context.call.method, context.call.path, context) ?? missing;
}
