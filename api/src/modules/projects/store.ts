/**
 * SQL of projects. Each statement runs under row-level security: the workspace comes from the context, never
 * from a parameter.
 */
import type { Project } from "#contracts/projects.ts";
import {
  type ListQuery,
  likeContains,
  isoTimestamp,
  resolveSort,
  inNaturalOrder,
  likePrefix,
} from "../../core/db/list.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { type SearchResults, maxResultsPerType } from "#contracts/search.ts";
import { isUuid } from "../../core/lib/crypto.ts";

export interface ProjectRow {
  id: string;
  name: string;
  description: string;
  colour: string;
  is_default: boolean;
  created_by: string;
  /** The row as API response. */
  json: Project;
}

const creator = sql`LEFT JOIN LATERAL (
    SELECT u.id, concat_ws(' ', u.first_name, u.last_name) AS name FROM user_account u WHERE u.id = p.created_by
  ) maker ON true`;

/** Statuses in which an instance is billed. */
export const billedStatuses = raw("('active', 'rebooting', 'stopped', 'suspended')");

/** Number of instances that are not terminated, and the hourly rate of the billed ones. */
const countsJoin = sql`LEFT JOIN LATERAL (
    SELECT coalesce(sum(c.instance_count) FILTER (WHERE c.status <> 'terminated'), 0)::bigint AS n,
           coalesce(sum(c.rate_micros) FILTER (WHERE c.status IN ${billedStatuses}), 0)::bigint AS rate
      FROM instance_counter c WHERE c.workspace_id = p.workspace_id AND c.project_id = p.id
  ) instances ON true`;

/** One project as JSON; requires `creator` and `countsJoin`. */
const projectJson = sql`json_build_object('id', p.id, 'name', p.name, 'description', p.description, 'colour', p.colour,
  'isDefault', p.is_default, 'createdBy', json_build_object('id', maker.id, 'name', maker.name),
  'instanceCount', instances.n, 'rateMicrosPerHour', instances.rate,
  'createdAt', ${isoTimestamp("p.created_at")}, 'updatedAt', ${isoTimestamp("p.updated_at")})`;

export const findProject = (id: string): Sql => sql`
  SELECT p.id, p.name, p.description, p.colour, p.is_default, p.created_by, ${projectJson} AS json
    FROM project p ${creator} ${countsJoin} WHERE p.id = ${id}`;

const sorts = {
  name: { column: inNaturalOrder("p.name"), type: "text" },
  createdAt: { column: raw("p.created_at"), type: "timestamptz" },
} as const;

export function listProjects(query: {
  search?: string | undefined;
  orderBy?: string | undefined;
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
}): ListQuery {
  const { search = "" } = query;
  return {
    from: sql`project p`,
    alias: "p",
    where:
      search === ""
        ? []
        : [
            sql`(p.name ILIKE ${likeContains(search)} OR p.description ILIKE ${likeContains(search)})`,
          ],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson: projectJson,
    joins: sql`${creator} ${countsJoin}`,
    page: query,
  };
}

/** Number of the workspace's projects by color. Two projects created at once may read the same numbers. */
export async function countColours(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.many<{ colour: string; n: number }>(
    sql`SELECT colour, count(*) AS n FROM project GROUP BY colour`,
  );
  return new Map(rows.map(({ colour, n }) => [colour, n]));
}

export interface NewProject {
  id: string;
  workspaceId: string;
  name: string;
  description: string;
  colour: string;
  createdBy: string;
  at: Date;
}

export async function insertProject(tx: Tx, project: NewProject): Promise<void> {
  await tx.execute(sql`
    INSERT INTO project (id, workspace_id, name, description, colour, created_by, created_at, updated_at)
    VALUES (${project.id}, ${project.workspaceId}, ${project.name}, ${project.description}, ${project.colour},
      ${project.createdBy}, ${project.at}, ${project.at})`);
}

/** Locks and re-reads the project until the transaction ends; null when it was deleted. */
export const lockProject = async (tx: Tx, id: string): Promise<ProjectRow | null> => {
  const locked = await tx.maybeOne(sql`SELECT FROM project WHERE id = ${id} FOR UPDATE`);
  return locked === null ? null : await tx.maybeOne<ProjectRow>(findProject(id));
};

export interface ProjectDetails {
  name: string;
  description: string;
  colour: string;
}

export async function updateProject(tx: Tx, id: string, to: ProjectDetails, now: Date) {
  await tx.execute(sql`
    UPDATE project SET name = ${to.name}, description = ${to.description}, colour = ${to.colour}, updated_at = ${now}
     WHERE id = ${id}`);
}

/** Deletes a project. Its terminated instances remain, without a project. */
export async function deleteProject(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    sql`UPDATE instance SET project_id = NULL WHERE project_id = ${id} AND status = 'terminated'`,
  );
  await tx.execute(sql`DELETE FROM project WHERE id = ${id}`);
}

export const searchProjects = (tx: Tx, workspaceId: string, term: string) =>
  tx.many<SearchResults["projects"][number]>(sql`
    SELECT p.id, p.name, p.colour, p.description FROM project p
     WHERE p.workspace_id = ${workspaceId}
       AND (p.name ILIKE ${likeContains(term)} OR p.description ILIKE ${likeContains(term)} OR p.id = ${isUuid(term) ? term : null})
     ORDER BY CASE WHEN lower(p.name) = lower(${term}) OR p.id = ${isUuid(term) ? term : null} THEN 0
                   WHEN p.name ILIKE ${likePrefix(term)} THEN 1 WHEN p.name ILIKE ${likeContains(term)} THEN 2 ELSE 3 END,
              lower(p.name), p.id
     LIMIT ${raw(String(maxResultsPerType))}`);
