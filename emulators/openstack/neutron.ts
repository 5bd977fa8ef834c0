/** Neutron v2.0: the networks of a region as given, and the ports and floating IPs made in them. */
import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { RegionData } from "./catalogue.ts";
import { type Answer, type Call, type Caller, dispatch, route } from "./http.ts";
import { filtered, floatingIpView, networkView, portView, subnetView } from "./neutron-views.ts";
import type { CloudState, FloatingIpRow, PortRow } from "./state.ts";

interface Context {
  call: Call;
  region: RegionData;
  state: CloudState;
  caller: Caller;
}

export function neutronError(status: number, type: string, message: string): Answer {
  return { status, body: { NeutronError: { type, message, detail: "" } } };
}

function mine<Row extends { region: string; projectId: string }>(rows: Map<string, Row>, context: Context): Row[] {
  return [...rows.values()].filter(
    (row) => row.region === context.region.name && row.projectId === context.caller.projectId,
  );
}

/** Makes a port; an answer instead of a row is Neutron's refusal. Nova calls it too. */
export function makePort(
  context: Pick<Context, "region" | "state" | "caller">,
  wanted: { networkId: string; name?: string | undefined; description?: string | undefined; tags?: string[] },
): PortRow | Answer {
  const { region, state, caller } = context;
  const network = region.networks.find((known) => known.id === wanted.networkId);
  if (network === undefined) {
    return neutronError(404, "NetworkNotFound", `Network ${wanted.networkId} could not be found.`);
  }
  const used = [...state.ports.values()].filter((port) => port.region === region.name).length;
  if (used >= region.quota.ports) return neutronError(409, "OverQuota", "Quota exceeded for resources: ['port'].");
  const ip = state.nextAddress(network.id, network.cidr);
  if (ip === null) {
    return neutronError(
      409,
      "IpAddressGenerationFailure",
      `No more IP addresses available on network ${network.id}.`,
    );
  }
  const [first, second, third] = randomBytes(3);
  const hex = (byte = 0) => byte.toString(16).padStart(2, "0");
  const port: PortRow = {
    id: randomUUID(),
    name: wanted.name ?? "",
    description: wanted.description ?? "",
    region: region.name,
    projectId: caller.projectId,
    networkId: network.id,
    subnetId: network.subnetId,
    ip,
    mac: `fa:16:3e:${hex(first)}:${hex(second)}:${hex(third)}`,
    deviceId: "",
    tags: wanted.tags ?? [],
    createdAtMs: state.nowMs(),
    updatedAtMs: state.nowMs(),
    revision: 1,
  };
  state.ports.set(port.id, port);
  return port;
}

const PortBody = z.object({
  port: z.strictObject({
    network_id: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    admin_state_up: z.boolean().optional(),
    security_groups: z.array(z.string()).optional(),
    device_id: z.string().optional(),
    tags: z.array(z.string()).optional(),
  }),
});
const FloatingIpBody = z.object({
  floatingip: z.strictObject({
    floating_network_id: z.string(),
    port_id: z.string().nullish(),
    description: z.string().optional(),
  }),
});
const Association = z.object({ floatingip: z.strictObject({ port_id: z.string().nullable() }) });

function badBody(error: z.ZodError): Answer {
  const issue = error.issues[0];
  const message =
    issue?.code === "unrecognized_keys"
      ? `Unrecognized attribute(s) '${issue.keys.join(", ")}'`
      : `Failed to parse request. Required attribute '${String(issue?.path.at(-1))}' not specified`;
  return neutronError(400, "HTTPBadRequest", message);
}

/** Null when the port may carry the address, else why not. */
function associationRefusal({ state, caller }: Context, portId: string, self: string | null): Answer | null {
  const port = state.ports.get(portId);
  if (port === undefined || port.projectId !== caller.projectId) {
    return neutronError(404, "PortNotFound", `Port ${portId} could not be found.`);
  }
  const other = [...state.floatingIps.values()].find((row) => row.portId === portId && row.id !== self);
  if (other === undefined) return null;
  return neutronError(
    409,
    "FloatingIPPortAlreadyAssociated",
    `Cannot associate floating IP ${other.ip} (${other.id}) with port ${portId} using fixed IP ${port.ip}, as that fixed IP already has a floating IP on external network ${other.networkId}.`,
  );
}

function createFloatingIp(context: Context): Answer {
  const { call, region, state, caller } = context;
  const parsed = FloatingIpBody.safeParse(call.body);
  if (!parsed.success) return badBody(parsed.error);
  const wanted = parsed.data.floatingip;
  const network = region.networks.find((known) => known.id === wanted.floating_network_id);
  if (network === undefined) {
    return neutronError(404, "NetworkNotFound", `Network ${wanted.floating_network_id} could not be found.`);
  }
  if (!network.external) {
    return neutronError(400, "BadRequest", `Bad floatingip request: Network ${network.id} is not a valid external network.`);
  }
  const portId = wanted.port_id ?? null;
  const refusal = portId === null ? null : associationRefusal(context, portId, null);
  if (refusal !== null) return refusal;
  if (mine(state.floatingIps, context).length >= region.quota.floatingIps) {
    return neutronError(409, "OverQuota", "Quota exceeded for resources: ['floatingip'].");
  }
  const ip = state.nextAddress(network.id, network.cidr);
  if (ip === null) {
    return neutronError(400, "ExternalIpAddressExhausted", `Unable to find any IP address on external network ${network.id}.`);
  }
  const row: FloatingIpRow = {
    id: randomUUID(),
    description: wanted.description ?? "",
    region: region.name,
    projectId: caller.projectId,
    networkId: network.id,
    ip,
    portId,
    createdAtMs: state.nowMs(),
    updatedAtMs: state.nowMs(),
    revision: 0,
  };
  state.floatingIps.set(row.id, row);
  return { status: 201, body: { floatingip: floatingIpView(row, state) } };
}

function findMine<Row extends { id: string; region: string; projectId: string }>(rows: Map<string, Row>, context: Context, id: string | undefined) {
  return mine(rows, context).find((row) => row.id === id);
}

const noPort = (id: string | undefined) => neutronError(404, "PortNotFound", `Port ${id} could not be found.`);
const noFloatingIp = (id: string | undefined) =>
  neutronError(404, "FloatingIPNotFound", `Floating IP ${id} could not be found`);

const routes = [
  route<Context>("GET", "/v2.0/networks", ({ call, region }) => ({
    status: 200,
    body: { networks: filtered(region.networks.map(networkView), call.query) },
  })),
  route<Context>("GET", "/v2.0/networks/:id", ({ region }, id) => {
    const network = region.networks.find((known) => known.id === id);
    if (network === undefined) return neutronError(404, "NetworkNotFound", `Network ${id} could not be found.`);
    return { status: 200, body: { network: networkView(network) } };
  }),
  route<Context>("GET", "/v2.0/subnets", ({ call, region }) => ({
    status: 200,
    body: { subnets: filtered(region.networks.map(subnetView), call.query) },
  })),
  route<Context>("GET", "/v2.0/ports", (context) => ({
    status: 200,
    body: { ports: filtered(mine(context.state.ports, context).map(portView), context.call.query) },
  })),
  route<Context>("POST", "/v2.0/ports", (context) => {
    const parsed = PortBody.safeParse(context.call.body);
    if (!parsed.success) return badBody(parsed.error);
    const { network_id: networkId, name, description, tags } = parsed.data.port;
    const made = makePort(context, { networkId, name, description, tags: tags ?? [] });
    return "status" in made ? made : { status: 201, body: { port: portView(made) } };
  }),
  route<Context>("GET", "/v2.0/ports/:id", (context, id) => {
    const port = findMine(context.state.ports, context, id);
    return port === undefined ? noPort(id) : { status: 200, body: { port: portView(port) } };
  }),
  route<Context>("DELETE", "/v2.0/ports/:id", (context, id) => {
    const port = findMine(context.state.ports, context, id);
    if (port === undefined) return noPort(id);
    context.state.removePort(port.id);
    return { status: 204 };
  }),
  route<Context>("GET", "/v2.0/floatingips", (context) => ({
    status: 200,
    body: {
      floatingips: filtered(
        mine(context.state.floatingIps, context).map((row) => floatingIpView(row, context.state)),
        context.call.query,
      ),
    },
  })),
  route<Context>("POST", "/v2.0/floatingips", createFloatingIp),
  route<Context>("GET", "/v2.0/floatingips/:id", (context, id) => {
    const row = findMine(context.state.floatingIps, context, id);
    return row === undefined ? noFloatingIp(id) : { status: 200, body: { floatingip: floatingIpView(row, context.state) } };
  }),
  route<Context>("PUT", "/v2.0/floatingips/:id", (context, id) => {
    const row = findMine(context.state.floatingIps, context, id);
    if (row === undefined) return noFloatingIp(id);
    const parsed = Association.safeParse(context.call.body);
    if (!parsed.success) return badBody(parsed.error);
    const portId = parsed.data.floatingip.port_id;
    const refusal = portId === null ? null : associationRefusal(context, portId, row.id);
    if (refusal !== null) return refusal;
    row.portId = portId;
    row.updatedAtMs = context.state.nowMs();
    row.revision += 1;
    return { status: 200, body: { floatingip: floatingIpView(row, context.state) } };
  }),
  route<Context>("DELETE", "/v2.0/floatingips/:id", (context, id) => {
    const row = findMine(context.state.floatingIps, context, id);
    if (row === undefined) return noFloatingIp(id);
    context.state.floatingIps.delete(row.id);
    return { status: 204 };
  }),
  route<Context>("GET", "/v2.0/quotas/:project/details.json", (context) => {
    const { region, state } = context;
    const detail = (limit: number, used: number) => ({ limit, used, reserved: 0 });
    return {
      status: 200,
      body: {
        quota: {
          network: detail(50, region.networks.length),
          subnet: detail(100, region.networks.length),
          subnetpool: detail(-1, 0),
          port: detail(region.quota.ports, mine(state.ports, context).length),
          router: detail(10, 1),
          floatingip: detail(region.quota.floatingIps, mine(state.floatingIps, context).length),
          rbac_policy: detail(10, 0),
          security_group: detail(10, 1),
          security_group_rule: detail(100, 4),
        },
      },
    };
  }),
];

export function answerNeutron(call: Call, path: string, region: RegionData, state: CloudState, caller: Caller): Answer {
  return (
    dispatch(routes, call.method, path, { call, region, state, caller }) ??
    neutronError(404, "HTTPNotFound", "The resource could not be found.")
  );
}
