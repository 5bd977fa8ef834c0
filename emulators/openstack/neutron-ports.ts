/** Neutron's ports, and functions shared by all Neutron routes. */
import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { RegionData } from "./cloud-data.ts";
import { type EmulatorResponse, type EmulatorRequest, route } from "../lib/routes.ts";
import type { Caller } from "./service.ts";
import { neutronList, replaceTags } from "./neutron-lists.ts";
import { portView, securityGroupId } from "./neutron-views.ts";
import type { PortRow } from "./records.ts";
import type { CloudState } from "./state.ts";

export interface NeutronContext {
  request: EmulatorRequest;
  region: RegionData;
  state: CloudState;
  caller: Caller;
}

export function neutronError(status: number, type: string, message: string): EmulatorResponse {
  return { status, body: { NeutronError: { type, message, detail: "" } } };
}

export function ownedBy<Row extends { region: string; projectId: string }>(
  rows: Map<string, Row>,
  context: NeutronContext,
): Row[] {
  return [...rows.values()].filter(
    (row) => row.region === context.region.name && row.projectId === context.caller.projectId,
  );
}

export function findOwned<Row extends { id: string; region: string; projectId: string }>(
  rows: Map<string, Row>,
  context: NeutronContext,
  id: string | undefined,
) {
  return ownedBy(rows, context).find((row) => row.id === id);
}

export function invalidBody(error: z.ZodError): EmulatorResponse {
  const issue = error.issues[0];
  const message =
    issue?.code === "unrecognized_keys"
      ? `Unrecognized attribute(s) '${issue.keys.join(", ")}'`
      : `Failed to parse request. Required attribute '${String(issue?.path.at(-1))}' not specified`;
  return neutronError(400, "HTTPBadRequest", message);
}

/** Creates a port and returns its row, or an error response. Nova calls it too. */
export function createPort(
  context: Pick<NeutronContext, "region" | "state" | "caller">,
  requested: {
    networkId: string;
    name?: string | undefined;
    description?: string | undefined;
    tags?: string[];
    securityGroupIds?: string[] | undefined;
  },
): PortRow | EmulatorResponse {
  const { region, state, caller } = context;
  const network = region.networks.find((known) => known.id === requested.networkId);
  if (network === undefined) {
    return neutronError(
      404,
      "NetworkNotFound",
      `Network ${requested.networkId} could not be found.`,
    );
  }
  const known = ["default", ...region.securityGroups].map((name) =>
    securityGroupId(region.name, name),
  );
  const unknown = requested.securityGroupIds?.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    return neutronError(404, "SecurityGroupNotFound", `Security group ${unknown} does not exist`);
  }
  const used = [...state.ports.values()].filter((port) => port.region === region.name).length;
  if (used >= region.quota.ports)
    return neutronError(409, "OverQuota", "Quota exceeded for resources: ['port'].");
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
    name: requested.name ?? "",
    description: requested.description ?? "",
    region: region.name,
    projectId: caller.projectId,
    networkId: network.id,
    subnetId: network.subnetId,
    ip,
    mac: `fa:16:3e:${hex(first)}:${hex(second)}:${hex(third)}`,
    deviceId: "",
    securityGroupIds: requested.securityGroupIds ?? [],
    tags: requested.tags ?? [],
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
const portNotFound = (id: string | undefined) =>
  neutronError(404, "PortNotFound", `Port ${id} could not be found.`);
export const portRoutes = [
  route<NeutronContext>("GET", "/v2.0/ports", (context) =>
    neutronList(context.request, "ports", ownedBy(context.state.ports, context).map(portView)),
  ),
  route<NeutronContext>("POST", "/v2.0/ports", (context) => {
    const parsed = PortBody.safeParse(context.request.body);
    if (!parsed.success) return invalidBody(parsed.error);
    const { network_id: networkId, name, description, tags, security_groups } = parsed.data.port;
    const created = createPort(context, {
      networkId,
      name,
      description,
      tags: tags ?? [],
      securityGroupIds: security_groups,
    });
    return "status" in created ? created : { status: 201, body: { port: portView(created) } };
  }),
  route<NeutronContext>("GET", "/v2.0/ports/:id", (context, id) => {
    const port = findOwned(context.state.ports, context, id);
    return port === undefined ? portNotFound(id) : { status: 200, body: { port: portView(port) } };
  }),
  route<NeutronContext>("PUT", "/v2.0/ports/:id/tags", (context, id) => {
    const port = findOwned(context.state.ports, context, id);
    return port === undefined ? portNotFound(id) : replaceTags(context.request, port);
  }),
  route<NeutronContext>("DELETE", "/v2.0/ports/:id", (context, id) => {
    const port = findOwned(context.state.ports, context, id);
    if (port === undefined) return portNotFound(id);
    context.state.removePort(port.id);
    return { status: 204 };
  }),
];
