/**
 * Measurements of servers, from Gnocchi, where Ceilometer stores them. A region without it measures nothing. The
 * measures of a metric come in several granularities, as the operator configured them; they are averaged into the
 * requested steps.
 */
import { z } from "zod";
import type { MetricName } from "#contracts/instance-metrics.ts";
import type { MetricSeries, MetricsRequest } from "#api/ports/compute-metrics.ts";
import type { Wire } from "./client.ts";
import { requestOrNull, requestOrThrow } from "./errors.ts";
import { parseBody } from "./responses.ts";

const MetricIds = z.record(z.string(), z.string());
const Resource = z.looseObject({ metrics: MetricIds });
const Resources = z.array(Resource);
/** Time, granularity in seconds, value. */
const Measures = z.array(z.tuple([z.iso.datetime({ offset: true }), z.number(), z.number()]));

const bytesPerMebibyte = 1024 * 1024;
const nanosecondsPerSecond = 1e9;
const percent = 100;

type ResourceType = "instance" | "instance_disk" | "instance_network_interface";

interface Source {
  readonly name: MetricName;
  readonly resource: ResourceType;
  /** Ceilometer's name; those of GPUs are ours, because Ceilometer has none. */
  readonly metric: string;
  /** `rate:mean`: of a counter, the mean of what it grew by in a granularity. */
  readonly aggregation: "mean" | "rate:mean";
  readonly convert: (value: number, granularity: number, vcpus: number) => number;
}

const asIs = (value: number) => value;
const perSecond = (value: number, granularity: number) => value / granularity;

const sources: readonly Source[] = [
  {
    name: "cpu",
    resource: "instance",
    metric: "cpu",
    aggregation: "rate:mean",
    convert: (value, granularity, vcpus) =>
      (value / (granularity * nanosecondsPerSecond * vcpus)) * percent,
  },
  {
    name: "memory",
    resource: "instance",
    metric: "memory.usage",
    aggregation: "mean",
    convert: (value) => value * bytesPerMebibyte,
  },
  ...(
    [
      ["gpu", "gpu.utilization"],
      ["gpuMemory", "gpu.memory.utilization"],
    ] as const
  ).map(
    ([name, metric]): Source => ({
      name,
      resource: "instance",
      metric,
      aggregation: "mean",
      convert: asIs,
    }),
  ),
  ...(
    [
      ["networkIn", "instance_network_interface", "network.incoming.bytes"],
      ["networkOut", "instance_network_interface", "network.outgoing.bytes"],
      ["diskRead", "instance_disk", "disk.device.read.bytes"],
      ["diskWrite", "instance_disk", "disk.device.write.bytes"],
    ] as const
  ).map(
    ([name, resource, metric]): Source => ({
      name,
      resource,
      metric,
      aggregation: "rate:mean",
      convert: perSecond,
    }),
  ),
];

export async function readMetrics(
  client: Wire,
  requested: MetricsRequest,
): Promise<MetricSeries[] | null> {
  if (!(await client.offers("metric"))) return null;
  const [instance, disks, interfaces] = await Promise.all([
    readResource(client, requested.serverId),
    findResources(client, "instance_disk", requested.serverId),
    findResources(client, "instance_network_interface", requested.serverId),
  ]);
  const idsOf: Record<ResourceType, readonly z.output<typeof MetricIds>[]> = {
    instance: instance === null ? [] : [instance],
    instance_disk: disks,
    instance_network_interface: interfaces,
  };
  const series = await Promise.all(
    sources.map(async (source): Promise<MetricSeries | null> => {
      const ids = idsOf[source.resource].flatMap((metrics) => metrics[source.metric] ?? []);
      if (ids.length === 0) return null;
      const parts = await Promise.all(ids.map((id) => readValues(client, id, source, requested)));
      return { name: source.name, values: sumOf(parts) };
    }),
  );
  return series.filter((each) => each !== null);
}

async function readResource(client: Wire, serverId: string) {
  const body = await requestOrNull(client, {
    service: "metric",
    method: "GET",
    path: ["resource", "instance", serverId],
  });
  return body === null ? null : parseBody(Resource, body).metrics;
}

/** The server's disks or network interfaces; none if the operator does not meter this type of resource. */
async function findResources(client: Wire, type: ResourceType, serverId: string) {
  const body = await requestOrNull(client, {
    service: "metric",
    method: "POST",
    path: ["search", "resource", type],
    body: { "=": { instance_id: serverId } },
  });
  return body === null ? [] : parseBody(Resources, body).map(({ metrics }) => metrics);
}

async function readValues(
  client: Wire,
  metricId: string,
  { aggregation, convert }: Source,
  { times, stepSeconds, vcpus }: MetricsRequest,
): Promise<(number | null)[]> {
  const first = times[0] ?? 0;
  const end = (times.at(-1) ?? 0) + stepSeconds;
  const body = await requestOrThrow(client, {
    service: "metric",
    method: "GET",
    path: ["metric", metricId, "measures"],
    query: { aggregation, start: toIso(first), stop: toIso(end) },
  });
  const measures = parseBody(Measures, body);
  const granularity = bestGranularity(
    measures.map(([, seconds]) => seconds),
    stepSeconds,
  );
  const sums = times.map(() => ({ total: 0, count: 0 }));
  for (const [at, seconds, value] of measures) {
    const sum = sums[Math.floor((Date.parse(at) / 1000 - first) / stepSeconds)];
    // A counter that starts again, such as with a new boot, falls: what it measured meanwhile is unknown.
    if (seconds !== granularity || sum === undefined || value < 0) continue;
    sum.total += convert(value, seconds, vcpus);
    sum.count += 1;
  }
  return sums.map(({ total, count }) => (count === 0 ? null : total / count));
}

/** The coarsest granularity that still has a value for each step; the finest one if all are coarser. */
function bestGranularity(available: readonly number[], stepSeconds: number): number {
  const fitting = available.filter((seconds) => seconds <= stepSeconds);
  return fitting.length > 0 ? Math.max(...fitting) : Math.min(...available);
}

/** Sum of several devices per step; null where none was measured. */
const sumOf = (parts: readonly (readonly (number | null)[])[]): (number | null)[] =>
  (parts[0] ?? []).map((_, step) => {
    const measured = parts.flatMap((values) => values[step] ?? []);
    return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0);
  });

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();
