/** `/_control`: how a test or the demo moves the emulated cloud. No token: it listens on loopback. */
import { z } from "zod";
import { FaultOrder, type Faults } from "./faults.ts";
import { type Answer, type Call, dispatch, route } from "./http.ts";
import type { Keystone } from "./keystone.ts";
import { statusOf } from "./nova-views.ts";
import { type ServerRow, Status } from "./rows.ts";
import type { CloudState } from "./state.ts";

export interface ControlContext {
  call: Call;
  state: CloudState;
  faults: Faults;
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

const refused = (error: z.ZodError): Answer => ({ status: 400, body: { errors: error.issues } });
const missing: Answer = { status: 404, body: { message: "No such thing" } };

/** The whole cloud in few words, to compare the world before and after. */
export function world(state: CloudState) {
  const live = state.data.regions
    .flatMap((region) => state.serversOf(region.name))
    .filter((row) => row.vmState !== "deleted");
  return {
    servers: live.map((row) => ({
      id: row.id,
      region: row.region,
      name: row.name,
      tags: row.tags,
      status: statusOf(row),
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

function known({ state }: ControlContext, id: string | undefined): ServerRow | undefined {
  const row = state.servers.get(id ?? "");
  return row === undefined ? undefined : state.server(row.region, row.id);
}

const routes = [
  route<ControlContext>("GET", "/_control/world", ({ state }) => ({
    status: 200,
    body: world(state),
  })),
  route<ControlContext>("GET", "/_control/faults", ({ faults }) => ({
    status: 200,
    body: { faults: faults.list() },
  })),
  route<ControlContext>("POST", "/_control/faults", ({ call, faults }) => {
    const order = FaultOrder.safeParse(call.body);
    return order.success
      ? { status: 201, body: { id: faults.add(order.data) } }
      : refused(order.error);
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
    const row = known(context, id);
    if (row === undefined) return missing;
    return {
      status: 200,
      body: { stepped: context.state.step(row), status: statusOf(row), taskState: row.taskState },
    };
  }),
  route<ControlContext>("POST", "/_control/servers/:id/state", (context, id) => {
    const row = known(context, id);
    if (row === undefined) return missing;
    const wanted = ForcedState.safeParse(context.call.body);
    if (!wanted.success) return refused(wanted.error);
    context.state.force(row, wanted.data);
    return { status: 200, body: { status: statusOf(row), taskState: row.taskState } };
  }),
  route<ControlContext>("PUT", "/_control/images/:id", ({ call, state }, id) => {
    const wanted = ImageState.safeParse(call.body);
    if (!wanted.success) return refused(wanted.error);
    state.imageStatuses.set(id ?? "", wanted.data.status);
    return { status: 200, body: wanted.data };
  }),
  route<ControlContext>("PUT", "/_control/ahead", ({ call, state }) => {
    const wanted = Ahead.safeParse(call.body);
    if (!wanted.success) return refused(wanted.error);
    state.aheadMs = wanted.data.aheadMs;
    return { status: 200, body: wanted.data };
  }),
  route<ControlContext>(
    "DELETE",
    "/_control/flavors/:region/:name",
    ({ state }, region = "", name = "") =>
      state.deleteFlavor(region, name) ? { status: 204 } : missing,
  ),
  route<ControlContext>("PUT", "/_control/clock", ({ call, onClockOffset }) => {
    const wanted = ClockOffset.safeParse(call.body);
    if (!wanted.success) return refused(wanted.error);
    if (onClockOffset === undefined)
      return { status: 409, body: { message: "This clock cannot be moved" } };
    onClockOffset(wanted.data.offsetMs);
    return { status: 200, body: wanted.data };
  }),
];

export function answerControl(context: ControlContext): Answer {
  return dispatch(routes, context.call.method, context.call.path, context) ?? missing;
}
