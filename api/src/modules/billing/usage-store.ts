/** SQL of the usage by interval. */
import { type Tx, sql } from "../../core/db/db.ts";
import { isBilled } from "./store.ts";

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
}

/**
 * An interval of usage is two changes, where it starts and where it ends, however many intervals of the report it
 * covers. A role with granted projects sees only those; usage of a deleted project has no project.
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
  return tx.many<UsageChangeRow>(sql`
    WITH billed AS MATERIALIZED (
      SELECT u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, i.region_handle,
             CASE WHEN ${byInstance} THEN i.id END AS instance_id, CASE WHEN ${byInstance} THEN i.hostname END AS hostname,
             greatest(u.start_second, ${from}::bigint) AS start,
             billed_seconds(u.interval_number, u.start_second, u.end_second, ${from}::bigint, ${toSecond}::bigint) AS seconds
        FROM usage_interval u
        JOIN instance i ON i.workspace_id = u.workspace_id AND i.id = u.instance_id
       WHERE ${isBilled(workspaceId, from, toSecond)}
    ), change AS (
      SELECT b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour, b.region_handle, b.instance_id, b.hostname,
             edge.bucket, sum(edge.direction * (coalesce((${starts})[edge.bucket + 1], edge.second) - edge.second)) AS seconds,
             sum(edge.direction) AS instances
        FROM billed b
       CROSS JOIN LATERAL (
         SELECT width_bucket(each.second, ${starts}) AS bucket, each.second, each.direction
           FROM (VALUES (b.start, 1), (b.start + b.seconds, -1)) AS each (second, direction)) edge
       WHERE b.seconds > 0
       GROUP BY b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour, b.region_handle, b.instance_id, b.hostname, edge.bucket
    )
    SELECT c.project_id AS "lineProjectId", p.id AS "projectId", p.name AS "projectName", p.colour AS "projectColour", d.id AS "productId", d.name AS "productName",
           d.power_watts AS "powerWatts", r.grams_co2_per_kwh::float8 AS "gramsCo2PerKwh", r.handle AS "regionHandle",
           c.price_snapshot_id AS "priceSnapshotId", c.rate_micros_per_hour AS "rateMicrosPerHour", c.instance_id AS "instanceId",
           c.hostname, c.bucket AS interval, c.seconds::bigint AS seconds, c.instances::integer AS instances
      FROM change c
      JOIN product d ON d.id = c.product_id
      JOIN region r ON r.handle = c.region_handle
      LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = c.project_id
     WHERE p.id IS NOT NULL OR NOT app_is_restricted_to_grants()
     ORDER BY c.project_id, d.id, c.price_snapshot_id, c.rate_micros_per_hour, r.handle, c.instance_id, c.bucket`);
};
