/** SQL of the usage by interval. */
import { type Tx, sql } from "../../core/db/db.ts";
import { rollupSplit } from "./usage-rollup-store.ts";

const hourSeconds = 3_600;

/**
 * A change of the billed time of one price and instance (or of all instances that share the other columns) in one
 * interval of a report.
 */
export interface UsageChangeRow {
  /** Also of a deleted project, whose usage is a line of its own; null without a project. */
  lineProjectId: string | null;
  /** Null for a deleted project too. */
  projectId: string | null;
  projectName: string | null;
  projectColour: string | null;
  productId: string;
  productName: string;
  powerWatts: number;
  gramsCo2PerKwh: number;
  regionHandle: string;
  priceSnapshotId: string;
  rateMicrosPerHour: number;
  /** Null unless the rows are requested by instance. */
  instanceId: string | null;
  hostname: string | null;
  /** Position of the interval, from 1. */
  interval: number;
  /** Change of the billed seconds in this interval. */
  seconds: number;
  /** Change of the number of instances that are billed during the whole of every later interval. */
  instances: number;
  /** Cost of this interval that is less than a second, as a monthly cap leaves it; whole units as text. */
  extraUnits: string;
}

/**
 * An interval of usage is two changes, where it starts and where it ends, however many intervals of the report it
 * covers. Of a workspace with many intervals, whole hours come from the roll-up, which is not by instance. A role with
 * granted projects sees only those; usage of a deleted project has no project.
 */
export const listUsageChanges = (
  tx: Tx,
  workspaceId: string,
  {
    bounds,
    toSecond,
    byInstance,
  }: { bounds: readonly number[]; toSecond: number; byInstance: boolean },
): Promise<UsageChangeRow[]> => {
  const from = bounds[0] ?? 0;
  const starts = sql`${[...bounds]}::bigint[]`;
  const isHourly = !byInstance && bounds.every((second) => second % hourSeconds === 0);
  return tx.many<UsageChangeRow>(sql`
    WITH ${rollupSplit(workspaceId, from, toSecond, isHourly)}, billed AS MATERIALIZED (
      SELECT u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.quantity, u.start_second, u.end_second, u.extra_units, i.region_handle,
             CASE WHEN ${byInstance} THEN i.id END AS instance_id, CASE WHEN ${byInstance} THEN i.hostname END AS hostname
        FROM split CROSS JOIN LATERAL billed_usage(${[workspaceId]}::uuid[], split.second, ${toSecond}::bigint) u
        JOIN instance i ON i.workspace_id = ${workspaceId} AND i.id = u.instance_id
       WHERE u.end_second > u.start_second OR u.extra_units > 0
    ), part AS (
      SELECT b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour, b.region_handle, b.instance_id, b.hostname,
             edge.bucket, sum(edge.instances * (coalesce((${starts})[edge.bucket + 1], edge.second) - edge.second)) AS seconds,
             sum(edge.instances) AS instances, sum(edge.units) AS extra_units
        FROM billed b
       CROSS JOIN LATERAL (
         SELECT width_bucket(each.second, ${starts}) AS bucket, each.second, each.instances, each.units
           FROM (VALUES (b.start_second, b.quantity, 0), (b.end_second, -b.quantity, b.extra_units)) AS each (second, instances, units)) edge
       GROUP BY b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour, b.region_handle, b.instance_id, b.hostname, edge.bucket
      UNION ALL
      SELECT h.project_id, h.product_id, h.price_snapshot_id, h.rate_micros_per_hour, h.region_handle, NULL, NULL,
             width_bucket(extract(epoch FROM h.hour)::bigint, ${starts}) AS bucket, sum(h.seconds), 0, sum(h.extra_units)
        FROM split JOIN rollup.usage_hour h ON h.workspace_id = ${workspaceId} AND h.hour >= to_timestamp(${from}::bigint) AND h.hour < to_timestamp(split.second)
       GROUP BY h.project_id, h.product_id, h.price_snapshot_id, h.rate_micros_per_hour, h.region_handle, bucket
    ), change AS (
      SELECT project_id, product_id, price_snapshot_id, rate_micros_per_hour, region_handle, instance_id, hostname, bucket,
             sum(seconds) AS seconds, sum(instances) AS instances, sum(extra_units) AS extra_units
        FROM part GROUP BY project_id, product_id, price_snapshot_id, rate_micros_per_hour, region_handle, instance_id, hostname, bucket
    )
    SELECT c.project_id AS "lineProjectId", p.id AS "projectId", p.name AS "projectName", p.colour AS "projectColour", d.id AS "productId", d.name AS "productName",
           d.power_watts AS "powerWatts", r.grams_co2_per_kwh::float8 AS "gramsCo2PerKwh", r.handle AS "regionHandle",
           c.price_snapshot_id AS "priceSnapshotId", c.rate_micros_per_hour AS "rateMicrosPerHour", c.instance_id AS "instanceId",
           c.hostname, c.bucket AS interval, c.seconds::bigint AS seconds, c.instances::integer AS instances,
           c.extra_units::text AS "extraUnits"
      FROM change c
      JOIN product d ON d.id = c.product_id
      JOIN region r ON r.handle = c.region_handle
      LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = c.project_id
     WHERE p.id IS NOT NULL OR NOT app_is_restricted_to_grants()
     ORDER BY c.project_id, d.id, c.price_snapshot_id, c.rate_micros_per_hour, r.handle, c.instance_id, c.bucket`);
};
