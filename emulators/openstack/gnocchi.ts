/** Gnocchi v1: the resources of servers, and measures as Ceilometer writes them every five minutes. */
import { z } from "zod";
import { type RegionData, stableUuid } from "./cloud-data.ts";
import { type EmulatorRequest, type EmulatorResponse, dispatch, route } from "../lib/routes.ts";
import type { ServerRow } from "./records.ts";
import type { Caller } from "./service.ts";
import type { CloudState } from "./state.ts";

interface Context {
  request: EmulatorRequest;
  region: RegionData;
  state: CloudState;
  projectId: string;
}

const granularitySeconds = 300;
const hourSeconds = 3_600;
const daySeconds = 86_400;
const nanosecondsPerSecond = 1e9;

const instanceMetrics = ["cpu", "memory.usage"];
const gpuMetrics = ["gpu.utilization", "gpu.memory.utilization"];
const deviceMetrics = {
  instance_disk: ["disk.device.read.bytes", "disk.device.write.bytes"],
  instance_network_interface: ["network.incoming.bytes", "network.outgoing.bytes"],
} as const;
const isDeviceType = (type: string | undefined): type is keyof typeof deviceMetrics =>
  type !== undefined && Object.hasOwn(deviceMetrics, type);

const metricId = (row: ServerRow, name: string) => stableUuid(`metric ${row.id} ${name}`);

const resource = (row: ServerRow, type: string, names: readonly string[]) => ({
  id: type === "instance" ? row.id : stableUuid(`${type} ${row.id}`),
  type,
  project_id: row.projectId,
  original_resource_id: row.id,
  metrics: Object.fromEntries(names.map((name) => [name, metricId(row, name)])),
});

const gnocchiError = (code: number, title: string, description: string): EmulatorResponse => ({
  status: code,
  body: { code, title, description },
});

const flavorOf = ({ region }: Context, row: ServerRow) =>
  region.flavors.find(({ id }) => id === row.flavorId);
const hasGpu = (context: Context, row: ServerRow) =>
  flavorOf(context, row)?.extraSpecs["pci_passthrough:alias"] !== undefined;

const serversOf = ({ state, region, projectId }: Context) =>
  state
    .serversOf(region.name)
    .filter((row) => row.projectId === projectId && row.launchedAtMs !== null);

const namesOf = (context: Context, row: ServerRow) => [
  ...instanceMetrics,
  ...(hasGpu(context, row) ? gpuMetrics : []),
];

const Search = z.strictObject({ "=": z.strictObject({ instance_id: z.string() }) });

const routes = [
  route<Context>("GET", "/v1/resource/instance/:id", (context, id) => {
    const row = serversOf(context).find((server) => server.id === id);
    return row === undefined
      ? gnocchiError(404, "Not Found", `Resource ${id} does not exist`)
      : { status: 200, body: resource(row, "instance", namesOf(context, row)) };
  }),
  route<Context>("POST", "/v1/search/resource/:type", (context, type) => {
    const search = Search.safeParse(context.request.body);
    if (!search.success) return gnocchiError(400, "Bad Request", "Invalid input");
    if (!isDeviceType(type))
      return gnocchiError(404, "Not Found", `Resource type ${type} does not exist`);
    const rows = serversOf(context).filter(({ id }) => id === search.data["="].instance_id);
    return { status: 200, body: rows.map((row) => resource(row, type, deviceMetrics[type])) };
  }),
  route<Context>("GET", "/v1/metric/:id/measures", (context, id) => {
    const names = (row: ServerRow) => [
      ...namesOf(context, row),
      ...Object.values(deviceMetrics).flat(),
    ];
    for (const row of serversOf(context)) {
      const name = names(row).find((each) => metricId(row, each) === id);
      if (name !== undefined) return { status: 200, body: measures(context, row, name) };
    }
    return gnocchiError(404, "Not Found", `Metric ${id} does not exist`);
  }),
];

export function handleGnocchi(
  request: EmulatorRequest,
  path: string,
  region: RegionData,
  state: CloudState,
  caller: Caller,
): EmulatorResponse {
  const context = { request, region, state, projectId: caller.projectId };
  return (
    dispatch(routes, request.method, path, context) ??
    gnocchiError(404, "Not Found", "The resource could not be found.")
  );
}

/** From the first boot until now; a server that is off is not measured. */
function measures(context: Context, row: ServerRow, name: string): unknown[] {
  const { request, state } = context;
  const seconds = (text: string | null, otherwise: number) =>
    text === null ? otherwise : Date.parse(text) / 1000;
  const launched = (row.launchedAtMs ?? 0) / 1000;
  const start = Math.max(seconds(request.query.get("start"), 0), launched);
  const off = row.vmState === "active" ? Number.POSITIVE_INFINITY : row.updatedAtMs / 1000;
  const stop = Math.min(seconds(request.query.get("stop"), off), state.nowMs() / 1000, off);
  const isRate = request.query.get("aggregation") === "rate:mean";
  const points: unknown[] = [];
  const first = Math.ceil(start / granularitySeconds) * granularitySeconds;
  for (let at = first; at + granularitySeconds <= stop; at += granularitySeconds)
    points.push([
      new Date(at * 1000).toISOString().replace(".000Z", "+00:00"),
      granularitySeconds,
      valueAt(context, row, name, at) * (isRate ? granularitySeconds : 1),
    ]);
  return points;
}

/** Busy by day and quiet by night, different for each server; the same for the same time. Counters: per second. */
function valueAt(context: Context, row: ServerRow, name: string, at: number): number {
  const phase = Number.parseInt(row.id.slice(0, 4), 16) / 0x10000;
  const hour = (at % daySeconds) / hourSeconds;
  const isBusy = hour >= 7 && hour < 19;
  const wave = (1 + Math.sin(at / 2_000 + phase * 2 * Math.PI)) / 2;
  const load = isBusy ? 0.55 + 0.35 * wave : 0.02 + 0.06 * wave;
  const flavor = flavorOf(context, row);
  switch (name) {
    case "cpu":
      return load * 0.7 * (flavor?.vcpus ?? 1) * nanosecondsPerSecond;
    case "memory.usage":
      return (flavor?.ramMb ?? 0) * (0.3 + 0.3 * load);
    case "gpu.utilization":
      return isBusy ? 60 + 38 * wave : wave * 3;
    case "gpu.memory.utilization":
      return isBusy ? 70 + 10 * wave : 4;
    case "network.incoming.bytes":
      return load * 4_000_000;
    case "network.outgoing.bytes":
      return load * 1_500_000;
    case "disk.device.read.bytes":
      return load * 12_000_000;
    default:
      return load * 5_000_000;
  }
}
