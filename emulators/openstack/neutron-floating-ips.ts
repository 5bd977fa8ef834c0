/** Neutron's floating IPs: public IP addresses that are associated with ports. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type EmulatorResponse, route } from "../lib/routes.ts";
import {
  invalidBody,
  findOwned,
  ownedBy,
  type NeutronContext,
  neutronError,
} from "./neutron-ports.ts";
import { neutronList, replaceTags } from "./neutron-lists.ts";
import { floatingIpView } from "./neutron-views.ts";
import type { FloatingIpRow } from "./records.ts";

const FloatingIpBody = z.object({
  floatingip: z.strictObject({
    floating_network_id: z.string(),
    port_id: z.string().nullish(),
    description: z.string().optional(),
  }),
});
const Association = z.object({ floatingip: z.strictObject({ port_id: z.string().nullable() }) });

/** Returns null if the floating IP may be associated with the port, otherwise the error. */
function associationError(
  { state, caller }: NeutronContext,
  portId: string,
  self: string | null,
): EmulatorResponse | null {
  const port = state.ports.get(portId);
  if (port === undefined || port.projectId !== caller.projectId) {
    return neutronError(404, "PortNotFound", `Port ${portId} could not be found.`);
  }
  const other = [...state.floatingIps.values()].find(
    (row) => row.portId === portId && row.id !== self,
  );
  if (other === undefined) return null;
  return neutronError(
    409,
    "FloatingIPPortAlreadyAssociated",
    `Cannot associate floating IP ${other.ip} (${other.id}) with port ${portId} using fixed IP ${port.ip}, as that fixed IP already has a floating IP on external network ${other.networkId}.`,
  );
}

function createFloatingIp(context: NeutronContext): EmulatorResponse {
  const { request, region, state, caller } = context;
  const parsed = FloatingIpBody.safeParse(request.body);
  if (!parsed.success) return invalidBody(parsed.error);
  const requested = parsed.data.floatingip;
  const network = region.networks.find((known) => known.id === requested.floating_network_id);
  if (network === undefined) {
    return neutronError(
      404,
      "NetworkNotFound",
      `Network ${requested.floating_network_id} could not be found.`,
    );
  }
  if (!network.external) {
    return neutronError(
      400,
      "BadRequest",
      `Bad floatingip request: Network ${network.id} is not a valid external network.`,
    );
  }
  const portId = requested.port_id ?? null;
  const problem = portId === null ? null : associationError(context, portId, null);
  if (problem !== null) return problem;
  if (ownedBy(state.floatingIps, context).length >= region.quota.floatingIps) {
    return neutronError(409, "OverQuota", "Quota exceeded for resources: ['floatingip'].");
  }
  const ip = state.nextAddress(network.id, network.cidr);
  if (ip === null) {
    return neutronError(
      400,
      "ExternalIpAddressExhausted",
      `Unable to find any IP address on external network ${network.id}.`,
    );
  }
  const row: FloatingIpRow = {
    id: randomUUID(),
    description: requested.description ?? "",
    region: region.name,
    projectId: caller.projectId,
    networkId: network.id,
    ip,
    portId,
    tags: [],
    createdAtMs: state.nowMs(),
    updatedAtMs: state.nowMs(),
    revision: 0,
  };
  state.floatingIps.set(row.id, row);
  return { status: 201, body: { floatingip: floatingIpView(row, state) } };
}

const floatingIpNotFound = (id: string | undefined) =>
  neutronError(404, "FloatingIPNotFound", `Floating IP ${id} could not be found`);

export const floatingIpRoutes = [
  route<NeutronContext>("GET", "/v2.0/floatingips", (context) =>
    neutronList(
      context.request,
      "floatingips",
      ownedBy(context.state.floatingIps, context).map((row) => floatingIpView(row, context.state)),
    ),
  ),
  route<NeutronContext>("PUT", "/v2.0/floatingips/:id/tags", (context, id) => {
    const row = findOwned(context.state.floatingIps, context, id);
    return row === undefined ? floatingIpNotFound(id) : replaceTags(context.request, row);
  }),
  route<NeutronContext>("POST", "/v2.0/floatingips", createFloatingIp),
  route<NeutronContext>("GET", "/v2.0/floatingips/:id", (context, id) => {
    const row = findOwned(context.state.floatingIps, context, id);
    return row === undefined
      ? floatingIpNotFound(id)
      : { status: 200, body: { floatingip: floatingIpView(row, context.state) } };
  }),
  route<NeutronContext>("PUT", "/v2.0/floatingips/:id", (context, id) => {
    const row = findOwned(context.state.floatingIps, context, id);
    if (row === undefined) return floatingIpNotFound(id);
    const parsed = Association.safeParse(context.request.body);
    if (!parsed.success) return invalidBody(parsed.error);
    const portId = parsed.data.floatingip.port_id;
    const problem = portId === null ? null : associationError(context, portId, row.id);
    if (problem !== null) return problem;
    row.portId = portId;
    row.updatedAtMs = context.state.nowMs();
    row.revision += 1;
    return { status: 200, body: { floatingip: floatingIpView(row, context.state) } };
  }),
  route<NeutronContext>("DELETE", "/v2.0/floatingips/:id", (context, id) => {
    const row = findOwned(context.state.floatingIps, context, id);
    if (row === undefined) return floatingIpNotFound(id);
    context.state.floatingIps.delete(row.id);
    return { status: 204 };
  }),
];
