/** Nova 2.1 with microversions: flavors, servers, their actions, limits and hypervisors. */
import type { RegionData } from "./cloud-data.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "../lib/routes.ts";
import type { Caller } from "./service.ts";
import { performAction } from "./nova-actions.ts";
import { createServer } from "./nova-create.ts";
import { hypervisors } from "./nova-hypervisors.ts";
import {
  deleteServer,
  findServer,
  isResponse,
  listServers,
  type ServersContext,
} from "./nova-servers.ts";
import {
  badRequest,
  type Minor,
  negotiate,
  notFound,
  versionDocument,
  versionHeaders,
} from "./nova-versions.ts";
import { actionView, eventView, flavorBrief, flavorView, serverView } from "./nova-views.ts";
import { createRemoteConsole } from "./nova-consoles.ts";
import type { CloudState } from "./state.ts";
import type { Timings } from "./timings.ts";
import type { ConsoleProxy } from "./vnc/console-proxy.ts";

function usedLimits({ region, state, caller }: ServersContext) {
  const rows = state
    .serversOf(region.name)
    .filter((row) => row.projectId === caller.projectId && row.vmState !== "deleted");
  const flavors = rows.map((row) => region.flavors.find((known) => known.id === row.flavorId));
  return {
    instances: rows.length,
    cores: flavors.reduce((sum, flavor) => sum + (flavor?.vcpus ?? 0), 0),
    ram: flavors.reduce((sum, flavor) => sum + (flavor?.ramMb ?? 0), 0),
  };
}

function flavorList(
  context: ServersContext,
  view: typeof flavorBrief | typeof flavorView,
): EmulatorResponse {
  const { request, region, state } = context;
  const flavors = state.flavorsOf(region);
  const marker = request.query.get("marker");
  const start = marker === null ? 0 : flavors.findIndex((flavor) => flavor.id === marker) + 1;
  if (marker !== null && start === 0) return badRequest(`marker [${marker}] not found`);
  const limit = Math.min(Number(request.query.get("limit") ?? 1000), 1000);
  const page = flavors.slice(start, start + limit);
  const last = page.at(-1);
  const next = new URLSearchParams(request.query);
  if (last !== undefined) next.set("marker", last.id);
  const more = page.length === limit && last !== undefined;
  return {
    status: 200,
    body: {
      flavors: page.map((flavor) => view(flavor, context)),
      ...(more
        ? { flavors_links: [{ rel: "next", href: `${request.origin}${request.path}?${next}` }] }
        : {}),
    },
  };
}

function quotas(
  context: ServersContext,
  project: string | undefined,
  detailed: boolean,
): EmulatorResponse {
  const { region, minor } = context;
  const taken = usedLimits(context);
  const figure = (limit: number, inUse: number) =>
    detailed ? { limit, in_use: inUse, reserved: 0 } : limit;
  return {
    status: 200,
    body: {
      quota_set: {
        id: project,
        cores: figure(region.quota.cores, taken.cores),
        instances: figure(region.quota.instances, taken.instances),
        key_pairs: figure(100, 0),
        metadata_items: figure(128, 0),
        ram: figure(region.quota.ramMb, taken.ram),
        server_group_members: figure(10, 0),
        server_groups: figure(10, 0),
        ...(minor < 57 ? { injected_files: figure(5, 0) } : {}),
      },
    },
  };
}

const routes = [
  route<ServersContext>("GET", "/v2.1/flavors", (context) => flavorList(context, flavorBrief)),
  route<ServersContext>("GET", "/v2.1/flavors/detail", (context) =>
    flavorList(context, flavorView),
  ),
  route<ServersContext>("GET", "/v2.1/flavors/:id", (context, id) => {
    const flavor = context.state.flavorsOf(context.region).find((known) => known.id === id);
    if (flavor === undefined) return notFound(`Flavor ${id} could not be found.`);
    return { status: 200, body: { flavor: flavorView(flavor, context) } };
  }),
  route<ServersContext>("GET", "/v2.1/servers", (context) => listServers(context, "brief")),
  route<ServersContext>("GET", "/v2.1/servers/detail", (context) => listServers(context, "detail")),
  route<ServersContext>("POST", "/v2.1/servers", createServer),
  route<ServersContext>("GET", "/v2.1/servers/:id", (context, id) => {
    const row = findServer(context, id);
    return isResponse(row)
      ? row
      : { status: 200, body: { server: serverView(row, context, "show") } };
  }),
  route<ServersContext>("DELETE", "/v2.1/servers/:id", deleteServer),
  route<ServersContext>("POST", "/v2.1/servers/:id/action", performAction),
  route<ServersContext>("POST", "/v2.1/servers/:id/remote-consoles", createRemoteConsole),
  route<ServersContext>("GET", "/v2.1/servers/:id/tags", (context, id) => {
    const row = findServer(context, id);
    return isResponse(row) ? row : { status: 200, body: { tags: row.tags } };
  }),
  route<ServersContext>("GET", "/v2.1/servers/:id/os-instance-actions", (context, id) => {
    const row = findServer(context, id, context.minor >= 21);
    if (isResponse(row)) return row;
    const newestFirst = row.actions.toReversed();
    return {
      status: 200,
      body: { instanceActions: newestFirst.map((action) => actionView(row, action, context)) },
    };
  }),
  route<ServersContext>(
    "GET",
    "/v2.1/servers/:id/os-instance-actions/:request",
    (context, id, requestId) => {
      const row = findServer(context, id);
      if (isResponse(row)) return row;
      const action = row.actions.find((known) => known.requestId === requestId);
      if (action === undefined) return notFound(`Action ${requestId} on instance ${id} not found`);
      const events = [eventView(row, action, context.caller)];
      return {
        status: 200,
        body: { instanceAction: { ...actionView(row, action, context), events } },
      };
    },
  ),
  route<ServersContext>("GET", "/v2.1/limits", (context) => {
    const { quota } = context.region;
    const taken = usedLimits(context);
    return {
      status: 200,
      body: {
        limits: {
          rate: [],
          absolute: {
            maxTotalInstances: quota.instances,
            maxTotalCores: quota.cores,
            maxTotalRAMSize: quota.ramMb,
            maxServerMeta: 128,
            maxTotalKeypairs: 100,
            maxServerGroups: 10,
            maxServerGroupMembers: 10,
            totalRAMUsed: taken.ram,
            totalCoresUsed: taken.cores,
            totalInstancesUsed: taken.instances,
            totalServerGroupsUsed: 0,
          },
        },
      },
    };
  }),
  route<ServersContext>("GET", "/v2.1/os-quota-sets/:project", (context, project) =>
    quotas(context, project, false),
  ),
  route<ServersContext>("GET", "/v2.1/os-quota-sets/:project/detail", (context, project) =>
    quotas(context, project, true),
  ),
  route<ServersContext>("GET", "/v2.1/os-hypervisors", (context) => hypervisors(context, "brief")),
  route<ServersContext>("GET", "/v2.1/os-hypervisors/detail", (context) =>
    hypervisors(context, "detail"),
  ),
];

export interface NovaSettings {
  highest: Minor;
  timings: Timings;
  consoles: ConsoleProxy;
}

export function handleNova(
  request: EmulatorRequest,
  path: string,
  region: RegionData,
  state: CloudState,
  caller: Caller,
  { highest, timings, consoles }: NovaSettings,
): EmulatorResponse {
  const minor = negotiate(request, highest);
  if (typeof minor !== "number") return minor;
  if (path === "/v2.1" || path === "/v2.1/") {
    const document = versionDocument(request.origin, region.name, highest);
    const manual = { rel: "describedby", type: "text/html", href: "https://docs.openstack.org/" };
    const mediaType = {
      base: "application/json",
      type: "application/vnd.openstack.compute+json;version=2.1",
    };
    return {
      status: 200,
      headers: versionHeaders(`2.${minor}`),
      body: {
        version: { ...document, links: [...document.links, manual], "media-types": [mediaType] },
      },
    };
  }
  const response =
    dispatch(routes, request.method, path, {
      request,
      region,
      state,
      caller,
      minor,
      timings,
      consoles,
    }) ?? notFound("The resource could not be found.");
  return { ...response, headers: { ...response.headers, ...versionHeaders(`2.${minor}`) } };
}
