/** SQL of the project map. */
import { z } from "zod";
import { projectColours, projectGraphLimits } from "#contracts/projects.ts";
import { InstanceStatus } from "#contracts/instance-states.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { inNaturalOrder } from "../../core/db/list.ts";
import { billedStatuses } from "./store.ts";

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
                 ORDER BY ${inNaturalOrder("i.hostname")}, i.id LIMIT ${instancesPerProject}) i
      ) listed
     WHERE p.place <= ${projects} ORDER BY p.place`);
  return ProjectTree.parse(rows);
}
