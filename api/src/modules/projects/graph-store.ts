/** SQL of the project map and of spend by day. */
import { z } from "zod";
import { projectColours, projectGraphLimits } from "#contracts/projects.ts";
import { InstanceStatus } from "#contracts/instances.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { billedStatuses } from "./store.ts";

const daySeconds = 86_400;

const ProjectTree = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    colour: z.enum(projectColours),
    rate: z.int(),
    live: z.int(),
    totalRate: z.int(),
    totalProjects: z.int(),
    instances: z.array(
      z.object({
        id: z.string(),
        hostname: z.string(),
        status: InstanceStatus,
        rateMicrosPerHour: z.int(),
      }),
    ),
  }),
);

/** The projects by name, up to the limits of the contract; `totalRate` and `totalProjects` cover all projects. */
export async function readTree(tx: Tx, workspaceId: string) {
  const { projects, projectsWithInstances, instancesPerProject } = projectGraphLimits;
  const rows = await tx.many<unknown>(sql`
    SELECT p.id, p.name, p.colour, p.rate, p.live, p."totalRate", p."totalProjects", listed.instances
      FROM (
        SELECT p.id, p.name, p.colour, coalesce(counted.rate, 0)::bigint AS rate, coalesce(counted.live, 0)::bigint AS live,
               row_number() OVER (ORDER BY lower(p.name), p.id) AS place,
               (sum(coalesce(counted.rate, 0)) OVER ())::bigint AS "totalRate", count(*) OVER () AS "totalProjects"
          FROM project p
          LEFT JOIN (
            SELECT project_id, sum(instance_count) FILTER (WHERE status <> 'terminated') AS live, sum(rate_micros) FILTER (WHERE status IN ${billedStatuses}) AS rate
              FROM instance_counter WHERE workspace_id = ${workspaceId} GROUP BY project_id
          ) counted ON counted.project_id = p.id
         WHERE p.workspace_id = ${workspaceId}
      ) p
      CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(json_build_object('id', i.id, 'hostname', i.hostname, 'status', i.status,
            'rateMicrosPerHour', CASE WHEN i.status IN ${billedStatuses} THEN i.rate_micros_per_hour ELSE 0 END)), '[]') AS instances
          FROM (SELECT i.id, i.hostname, i.status, i.rate_micros_per_hour FROM instance i
                 WHERE i.project_id = p.id AND i.status <> 'terminated' AND p.place <= ${projectsWithInstances}
                 ORDER BY i.hostname, i.id LIMIT ${instancesPerProject}) i
      ) listed
     WHERE p.place <= ${projects} ORDER BY p.place`);
  return ProjectTree.parse(rows);
}

interface SpendRow {
  day: number;
  projectId: string | null;
  cents: number;
}

/**
 * Cost per day and project, rounded once each, like an invoice line. Cost of a deleted project counts as cost
 * without a project. A role with granted projects only sees those.
 */
export const readSpend = (tx: Tx, workspaceId: string, fromSecond: number, toSecond: number) =>
  tx.many<SpendRow>(sql`
    SELECT d.day, p.id AS "projectId", round_to_cents(sum(u.rate_micros_per_hour * billed_seconds(u.interval_number, u.start_second, u.end_second,
             ${fromSecond}::bigint + d.day * ${daySeconds}::bigint,
             least(${toSecond}::bigint, ${fromSecond}::bigint + (d.day + 1) * ${daySeconds}::bigint))::numeric)) AS cents
      FROM usage_interval u
     CROSS JOIN LATERAL generate_series(
             greatest(0, (u.start_second - ${fromSecond}::bigint) / ${daySeconds}::bigint),
             (CASE WHEN u.end_second IS NULL THEN ${toSecond}::bigint ELSE least(${toSecond}::bigint, greatest(u.end_second, u.start_second + 60)) END
               - ${fromSecond}::bigint) / ${daySeconds}::bigint) AS d (day)
      LEFT JOIN project p ON p.workspace_id = u.workspace_id AND p.id = u.project_id
     WHERE u.workspace_id = ${workspaceId} AND u.start_second <= ${toSecond}
       AND (u.end_second IS NULL OR greatest(u.end_second, u.start_second + 60) > ${fromSecond})
       AND (p.id IS NOT NULL OR NOT app_is_restricted_to_grants())
     GROUP BY d.day, p.id, p.name HAVING sum(billed_seconds(u.interval_number, u.start_second, u.end_second,
             ${fromSecond}::bigint + d.day * ${daySeconds}::bigint,
             least(${toSecond}::bigint, ${fromSecond}::bigint + (d.day + 1) * ${daySeconds}::bigint))) > 0
     ORDER BY d.day, lower(p.name), p.id`);
