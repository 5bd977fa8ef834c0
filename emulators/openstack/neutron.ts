/** Neutron v2.0: the fixed networks of a region, and the ports and floating IPs created in them. */
import type { RegionData } from "./cloud-data.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "../lib/routes.ts";
import type { Caller } from "./service.ts";
import { floatingIpRoutes } from "./neutron-floating-ips.ts";
import { ownedBy, type NeutronContext, neutronError, portRoutes } from "./neutron-ports.ts";
import { neutronList } from "./neutron-lists.ts";
import { networkView, securityGroupView, subnetView } from "./neutron-views.ts";
import type { CloudState } from "./state.ts";

const routes = [
  route<NeutronContext>("GET", "/v2.0/networks", ({ request, region }) =>
    neutronList(request, "networks", region.networks.map(networkView)),
  ),
  route<NeutronContext>("GET", "/v2.0/security-groups", ({ request, region, caller }) =>
    neutronList(
      request,
      "security_groups",
      ["default", ...region.securityGroups].map((name) =>
        securityGroupView(name, region.name, caller.projectId),
      ),
    ),
  ),
  route<NeutronContext>("GET", "/v2.0/networks/:id", ({ region }, id) => {
    const network = region.networks.find((known) => known.id === id);
    if (network === undefined)
      return neutronError(404, "NetworkNotFound", `Network ${id} could not be found.`);
    return { status: 200, body: { network: networkView(network) } };
  }),
  route<NeutronContext>("GET", "/v2.0/subnets", ({ request, region }) =>
    neutronList(request, "subnets", region.networks.map(subnetView)),
  ),
  route<NeutronContext>("GET", "/v2.0/quotas/:project/details.json", (context) => {
    const { region, state } = context;
    const detail = (limit: number, used: number) => ({ limit, used, reserved: 0 });
    return {
      status: 200,
      body: {
        quota: {
          network: detail(50, region.networks.length),
          subnet: detail(100, region.networks.length),
          subnetpool: detail(-1, 0),
          port: detail(region.quota.ports, ownedBy(state.ports, context).length),
          router: detail(10, 1),
          floatingip: detail(region.quota.floatingIps, ownedBy(state.floatingIps, context).length),
          rbac_policy: detail(10, 0),
          security_group: detail(10, 1),
          security_group_rule: detail(100, 4),
        },
      },
    };
  }),
  ...portRoutes,
  ...floatingIpRoutes,
];

export function handleNeutron(
  request: EmulatorRequest,
  path: string,
  region: RegionData,
  state: CloudState,
  caller: Caller,
): EmulatorResponse {
  return (
    dispatch(routes, request.method, path, { request, region, state, caller }) ??
    neutronError(404, "HTTPNotFound", "The resource could not be found.")
  );
}
