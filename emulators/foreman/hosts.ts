/** `/api/hosts` and `/api/hostgroups`. */
import { z } from "zod";
import { dispatch, type EmulatorRequest, type EmulatorResponse, route } from "../lib/routes.ts";
import { listResponse } from "./lists.ts";
import type { HostRow } from "./records.ts";
import type { DatacenterState } from "./state.ts";
import { buildStatus, hostGroupView, hostView, statusView } from "./views.ts";

export interface ForemanContext {
  request: EmulatorRequest;
  state: DatacenterState;
}

const HostUpdate = z.object({
  host: z.object({
    build: z.boolean().optional(),
    hostgroup_id: z.int().nullable().optional(),
    host_parameters_attributes: z
      .array(
        z.object({
          name: z.string().min(1),
          value: z.string(),
          hidden_value: z.boolean().default(false),
        }),
      )
      .optional(),
  }),
});
const PowerRequest = z.object({ power_action: z.string() });
const BootRequest = z.object({ device: z.string() });

const powerActions = [
  "start",
  "stop",
  "poweroff",
  "reboot",
  "reset",
  "state",
  "on",
  "off",
  "soft",
  "cycle",
  "status",
];
const bootDevices = ["disk", "cdrom", "pxe", "bios"];

const message = (status: number, text: string): EmulatorResponse => ({
  status,
  body: { error: { message: text } },
});

/** The smart proxy could not reach the management controller. */
const controllerDown = (operation: string): EmulatorResponse => ({
  status: 500,
  body: {
    error: {
      message: `ERF12-6899 [ProxyAPI::ProxyException]: Unable to perform ${operation} BMC operation`,
      class: "ProxyAPI::ProxyException",
    },
  },
});

const hasReachableController = ({ name }: HostRow): boolean => !name.includes("bmc-down");

function withHost(
  { state }: ForemanContext,
  id: string | undefined,
  respond: (row: HostRow) => EmulatorResponse,
): EmulatorResponse {
  const row = state.find(id ?? "");
  return row === undefined
    ? message(404, `Resource host not found by id '${id ?? ""}'`)
    : respond(row);
}

function update({ request, state }: ForemanContext, row: HostRow): EmulatorResponse {
  const requested = HostUpdate.safeParse(request.body);
  if (!requested.success) return message(400, "Missing parameter host");
  const {
    build,
    hostgroup_id: groupId,
    host_parameters_attributes: parameters,
  } = requested.data.host;
  if (groupId !== undefined && groupId !== null && state.hostGroup(groupId) === undefined)
    return unprocessable(row, "hostgroup", "must exist");
  const willHaveGroup = groupId === undefined ? row.hostGroupId !== null : groupId !== null;
  if (build === true && !willHaveGroup)
    return unprocessable(row, "operatingsystem_id", "can't be blank");
  if (groupId !== undefined) row.hostGroupId = groupId;
  if (parameters !== undefined) state.setParameters(row, parameters);
  if (build !== undefined) state.setBuild(row, build);
  row.updatedAtMs = state.nowMs();
  return { status: 200, body: hostView(state, row, true) };
}

const unprocessable = (row: HostRow, field: string, text: string): EmulatorResponse => ({
  status: 422,
  body: {
    error: {
      id: row.id,
      errors: { [field]: [text] },
      full_messages: [`${field.charAt(0).toUpperCase()}${field.slice(1)} ${text}`],
    },
  },
});

function power({ request, state }: ForemanContext, row: HostRow): EmulatorResponse {
  const requested = PowerRequest.safeParse(request.body);
  const action = requested.data?.power_action ?? "";
  if (!powerActions.includes(action))
    return {
      status: 422,
      body: { error: `Unknown power action: available methods are ${powerActions.join(", ")}` },
    };
  if (!hasReachableController(row)) return controllerDown("power");
  return { status: 200, body: { power: runPowerAction(state, row, action) } };
}

/** Returns what the controller answers: false if it rejects the action. */
function runPowerAction(state: DatacenterState, row: HostRow, action: string): boolean | string {
  const now = state.nowMs();
  if (action === "state" || action === "status") return row.isOn ? "on" : "off";
  if (action === "on" || action === "start") {
    if (!row.isOn) state.start(row, now);
    return true;
  }
  if (action === "off" || action === "stop" || action === "poweroff") {
    state.turnOff(row);
    return true;
  }
  // IPMI rejects both while the host is off.
  if (!row.isOn) return false;
  if (action === "cycle" || action === "reset") {
    state.turnOff(row);
    state.plan(row, [{ kind: "start", dueAtMs: now + state.timings.cycleMs }]);
  } else if (!row.name.includes("ignores-shutdown"))
    state.plan(row, [{ kind: "power_off", dueAtMs: now + state.timings.shutdownMs }]);
  return true;
}

function powerStatus(row: HostRow): EmulatorResponse {
  const body = hasReachableController(row)
    ? { id: row.id, state: row.isOn ? "on" : "off", title: row.isOn ? "On" : "Off" }
    : {
        id: row.id,
        state: "na",
        title: "N/A",
        statusText: `Failed to retrieve power status for ${row.name} within 3 seconds.`,
      };
  return { status: 200, body };
}

function boot({ request }: ForemanContext, row: HostRow): EmulatorResponse {
  const device = BootRequest.safeParse(request.body).data?.device ?? "";
  if (!bootDevices.includes(device))
    return {
      status: 422,
      body: { error: `Unknown device: available devices are ${bootDevices.join(", ")}` },
    };
  if (!hasReachableController(row)) return controllerDown("boot");
  row.bootDevice = device === "pxe" ? "pxe" : "disk";
  return { status: 200, body: { boot: { action: device, result: true } } };
}

const hostFields = {
  id: (row: HostRow) => String(row.id),
  name: (row: HostRow) => row.name,
  mac: (row: HostRow) => row.mac,
  hostgroup_id: (row: HostRow) => String(row.hostGroupId ?? ""),
};

const routes = [
  route<ForemanContext>("GET", "/api/hosts", ({ request, state }) =>
    listResponse(request.query, state.all(), {
      fields: hostFields,
      view: (row) => hostView(state, row, request.query.getAll("include[]").includes("parameters")),
    }),
  ),
  route<ForemanContext>("GET", "/api/hosts/:id", (context, id) =>
    withHost(context, id, (row) => ({ status: 200, body: hostView(context.state, row, true) })),
  ),
  route<ForemanContext>("PUT", "/api/hosts/:id", (context, id) =>
    withHost(context, id, (row) => update(context, row)),
  ),
  route<ForemanContext>("GET", "/api/hosts/:id/status/build", (context, id) =>
    withHost(context, id, (row) => ({
      status: 200,
      body: statusView(buildStatus(row, context.state.nowMs())),
    })),
  ),
  route<ForemanContext>("GET", "/api/hosts/:id/power", (context, id) =>
    withHost(context, id, powerStatus),
  ),
  route<ForemanContext>("PUT", "/api/hosts/:id/power", (context, id) =>
    withHost(context, id, (row) => power(context, row)),
  ),
  route<ForemanContext>("PUT", "/api/hosts/:id/boot", (context, id) =>
    withHost(context, id, (row) => boot(context, row)),
  ),
  route<ForemanContext>("GET", "/api/hosts/:id/facts", (context, id) =>
    withHost(context, id, (row) => facts(context, row)),
  ),
  route<ForemanContext>("GET", "/api/hostgroups", ({ request, state }) =>
    listResponse(request.query, state.data.hostGroups, {
      fields: { id: ({ id }) => String(id), name: ({ name }) => name, title: ({ title }) => title },
      view: hostGroupView,
    }),
  ),
];

/** Like other lists, but its results are an object: the facts by host. */
function facts({ request }: ForemanContext, row: HostRow): EmulatorResponse {
  const list = listResponse(request.query, Object.entries(row.facts), {
    fields: { name: ([name]) => name },
    view: (entry) => entry,
  });
  if (list.status !== 200) return list;
  const { results, ...meta } = z
    .looseObject({ results: z.array(z.tuple([z.string(), z.string()])) })
    .parse(list.body);
  return {
    status: 200,
    body: {
      ...meta,
      results: results.length === 0 ? {} : { [row.name]: Object.fromEntries(results) },
    },
  };
}

/** Undefined for a path that this emulator does not have. */
export const handleHosts = (context: ForemanContext): EmulatorResponse | undefined =>
  dispatch(routes, context.request.method, context.request.path, context);
