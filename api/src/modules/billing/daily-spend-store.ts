/** SQL of the cost per day and project. */
import { type Tx, sql } from "../../core/db/db.ts";
import { rollupSplit } from "./usage-rollup-store.ts";

const daySeconds = 86_400;

export interface SpendChangeRow {
  projectId: string | null;
  projectName: string | null;
  colour: string | null;
  day: number;
  /** Exact whole numbers as text, because they may exceed a number. */
  units: string;
  rate: string;
}

/**
 * Changes of the billed rate per project and day, from `fromSecond` (the start of a UTC day) to `toSecond`: an interval
 * that covers thirty days is two rows, not thirty. Of a workspace with many intervals, the hours before the watermark come
 * from the roll-up, unless one of them has to be rebuilt. A role with granted projects sees only those; usage of a deleted
 * project has no project.
 */
export const listSpendChanges = (
  tx: Tx,
  workspaceId: string,
  fromSecond: number,
  toSecond: number,
): Promise<SpendChangeRow[]> =>
  // Intervals of one project that start and end on the same days are summed before they become changes.
  tx.many<SpendChangeRow>(sql`
    WITH ${rollupSplit(workspaceId, fromSecond, toSecond)}, billed AS MATERIALIZED (
      SELECT u.project_id, u.rate_micros_per_hour * u.quantity AS rate, u.start_second - ${fromSecond}::bigint AS start, u.end_second - ${fromSecond}::bigint AS stop, u.extra_units
        FROM split CROSS JOIN LATERAL billed_usage(${[workspaceId]}::uuid[], split.second, ${toSecond}::bigint) u
       WHERE u.end_second > u.start_second OR u.extra_units > 0
    ), summed AS (
      SELECT b.project_id, b.start / ${daySeconds}::bigint AS start_day, b.stop / ${daySeconds}::bigint AS end_day,
             sum(b.rate * (${daySeconds}::bigint - b.start % ${daySeconds}::bigint)) AS start_units,
             sum(b.rate * (${daySeconds}::bigint - b.stop % ${daySeconds}::bigint) - b.extra_units) AS end_units,
             sum(b.rate) AS rate
        FROM billed b
       GROUP BY b.project_id, start_day, end_day
    ), rolled AS (
      SELECT h.project_id, (extract(epoch FROM h.hour)::bigint - ${fromSecond}::bigint) / ${daySeconds}::bigint AS day,
             sum(h.rate_micros_per_hour * h.seconds::numeric + h.extra_units) AS units
        FROM split JOIN rollup.usage_hour h ON h.workspace_id = ${workspaceId}
         AND h.hour >= to_timestamp(${fromSecond}::bigint) AND h.hour < to_timestamp(split.second)
       GROUP BY h.project_id, day
    ), change AS (
      SELECT s.project_id, c.day, c.units, c.rate
        FROM summed s CROSS JOIN LATERAL (VALUES (s.start_day, s.start_units, s.rate), (s.end_day, -s.end_units, -s.rate)) AS c (day, units, rate)
      UNION ALL SELECT project_id, day, units, 0 FROM rolled
    )
    SELECT p.id AS "projectId", p.name AS "projectName", p.colour, change.day, sum(change.units)::text AS units, sum(change.rate)::text AS rate
      FROM change
      LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = change.project_id
     WHERE p.id IS NOT NULL OR NOT app_is_restricted_to_grants()
     GROUP BY p.id, p.name, p.colour, change.day
     ORDER BY lower(p.name), p.id, change.day`);
