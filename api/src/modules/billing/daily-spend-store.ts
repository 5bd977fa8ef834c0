/** SQL of the cost per day and project. */
import { type Tx, sql } from "../../core/db/db.ts";

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
  tx.many<SpendChangeRow>(sql`
    SELECT p.id AS "projectId", p.name AS "projectName", p.colour, changed.day, sum(changed.units)::text AS units, sum(changed.rate)::text AS rate
      FROM (
        SELECT used.project_id, change.second / ${daySeconds}::bigint AS day,
               sum(change.sign * used.rate_micros_per_hour * (${daySeconds}::bigint - change.second % ${daySeconds}::bigint)) AS units,
               sum(change.sign * used.rate_micros_per_hour) AS rate
          FROM (
            SELECT u.project_id, u.rate_micros_per_hour, greatest(u.start_second, ${fromSecond}::bigint) - ${fromSecond}::bigint AS start,
                   billed_seconds(u.interval_number, u.start_second, u.end_second, ${fromSecond}::bigint, ${toSecond}::bigint) AS seconds
              FROM usage_interval u
             WHERE u.workspace_id = ${workspaceId} AND u.start_second <= ${toSecond}
               AND (u.end_second IS NULL OR greatest(u.end_second, u.start_second + 60) > ${fromSecond})
            -- Computes the seconds once per interval instead of once per change.
            OFFSET 0
          ) used
         CROSS JOIN LATERAL (VALUES (used.start, 1), (used.start + used.seconds, -1)) AS change (second, sign)
         WHERE used.seconds > 0
         GROUP BY used.project_id, day
      ) changed
      LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = changed.project_id
     WHERE p.id IS NOT NULL OR NOT app_is_restricted_to_grants()
     GROUP BY p.id, p.name, p.colour, changed.day
     ORDER BY lower(p.name), p.id, changed.day`);
