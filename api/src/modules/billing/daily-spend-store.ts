/** SQL of the cost per day and project. */
import { type Tx, sql } from "../../core/db/db.ts";
import { isBilled } from "./store.ts";

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
 * that covers thirty days is two rows, not thirty. A role with granted projects sees only those; usage of a deleted
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
    WITH billed AS MATERIALIZED (
      SELECT u.project_id, u.rate_micros_per_hour AS rate, greatest(u.start_second, ${fromSecond}::bigint) - ${fromSecond}::bigint AS start,
             billed_seconds(u.interval_number, u.start_second, u.end_second, ${fromSecond}::bigint, ${toSecond}::bigint) AS seconds
        FROM usage_interval u
       WHERE ${isBilled(workspaceId, fromSecond, toSecond)}
    ), summed AS (
      SELECT b.project_id, b.start / ${daySeconds}::bigint AS start_day, (b.start + b.seconds) / ${daySeconds}::bigint AS end_day,
             sum(b.rate * (${daySeconds}::bigint - b.start % ${daySeconds}::bigint)) AS start_units,
             sum(b.rate * (${daySeconds}::bigint - (b.start + b.seconds) % ${daySeconds}::bigint)) AS end_units,
             sum(b.rate) AS rate
        FROM billed b WHERE b.seconds > 0
       GROUP BY b.project_id, start_day, end_day
    )
    SELECT p.id AS "projectId", p.name AS "projectName", p.colour, change.day, sum(change.units)::text AS units, sum(change.rate)::text AS rate
      FROM summed s
     CROSS JOIN LATERAL (VALUES (s.start_day, s.start_units, s.rate), (s.end_day, -s.end_units, -s.rate)) AS change (day, units, rate)
      LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = s.project_id
     WHERE p.id IS NOT NULL OR NOT app_is_restricted_to_grants()
     GROUP BY p.id, p.name, p.colour, change.day
     ORDER BY lower(p.name), p.id, change.day`);
