/** SQL of workspaces. */
import type { RecentActivity } from "#contracts/activity-entry.ts";
import { accessLevel } from "#contracts/permissions.ts";
import { type AccessLevel, type WorkspaceRoleId, workspaceRoles } from "#contracts/roles.ts";
import {
  actorName,
  activityUserJoins,
  visibleChanges,
  targetName,
} from "../activity/activity-json.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";

/** States in which a machine earns. */
const billedStatuses = raw("('active', 'rebooting', 'stopped', 'suspended')");

const rolesWithAccessLevel = (requested: AccessLevel): WorkspaceRoleId[] =>
  workspaceRoles.filter((role) => accessLevel(role, "instance.view") === requested);

/** What the role may see of the machines, from the counters. */
const instanceCountsJoin = (userId: string): Sql => sql`LEFT JOIN LATERAL (
      SELECT json_build_object('total', coalesce(sum(c.n) FILTER (WHERE c.status <> 'terminated'), 0)::bigint,
               'running', coalesce(sum(c.n) FILTER (WHERE c.status IN ('active', 'rebooting')), 0)::bigint,
               'billedRateMicrosPerHour', coalesce(sum(c.rate_micros) FILTER (WHERE c.status IN ${billedStatuses}), 0)::bigint) AS seen
        FROM instance_count c
       WHERE c.workspace_id = w.id AND (role.id = ANY(${rolesWithAccessLevel("all")}) OR c.project_id IN (
             SELECT g.project_id FROM project_grant g WHERE g.workspace_id = w.id AND g.user_id = ${userId}))
    ) machines ON role.id = ANY(${[...rolesWithAccessLevel("all"), ...rolesWithAccessLevel("granted")]})`;

interface WorkspaceListOptions {
  readonly userId: string;
  /** False while somebody acts as them who may not. */
  readonly seesInstances: boolean;
}

/** It runs as boreal_system, since the wall shows the machines of one workspace at a time: whose it is stands in every part of it. */
export const listWorkspaces = (
  page: ListQuery["page"],
  { userId, seesInstances }: WorkspaceListOptions,
): ListQuery => ({
  from: sql`workspace w`,
  alias: "w",
  where: [
    sql`w.status <> 'deactivated'`,
    sql`w.id IN (SELECT r.workspace_id FROM user_workspace_role r WHERE r.user_id = ${userId} AND r.expired_at IS NULL)`,
  ],
  sort: { column: sql`w.name`, type: "text" },
  descending: false,
  joins: sql`JOIN LATERAL (
      SELECT r.workspace_role_id AS id, r.is_default FROM user_workspace_role r
       WHERE r.workspace_id = w.id AND r.user_id = ${userId} AND r.expired_at IS NULL
    ) role ON true
    ${seesInstances ? instanceCountsJoin(userId) : sql`LEFT JOIN (SELECT NULL::json AS seen) machines ON true`}`,
  rowJson: sql`json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'colour', w.colour, 'status', w.status, 'role', role.id,
    'isDefault', role.is_default, 'instances', machines.seen,
    'createdAt', ${isoTimestamp("w.created_at")}, 'updatedAt', ${isoTimestamp("w.updated_at")})`,
  page,
});

interface NewWorkspace {
  id: string;
  handle: string;
  name: string;
  colour: string;
  at: Date;
}

/** False where the handle is taken. */
export async function insertWorkspace(tx: Tx, workspace: NewWorkspace): Promise<boolean> {
  const created = await tx.execute(sql`
    INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
    VALUES (${workspace.id}, ${workspace.handle}, ${workspace.name}, ${workspace.colour}, ${workspace.at}, ${workspace.at})
    ON CONFLICT (handle) DO NOTHING`);
  return created === 1;
}

export async function insertDefaultProject(
  tx: Tx,
  project: { id: string; workspaceId: string; colour: string; createdBy: string; at: Date },
) {
  await tx.execute(sql`
    INSERT INTO project (id, workspace_id, name, colour, is_default, created_by, created_at, updated_at)
    VALUES (${project.id}, ${project.workspaceId}, 'Default', ${project.colour}, true, ${project.createdBy}, ${project.at}, ${project.at})`);
}

interface OverviewCounts {
  /** Machines by status; null where there is none. */
  by_status: Record<string, number> | null;
  billed_rate_micros: number;
  projects: number;
  credentials: number;
  members: number;
}

export const readOverviewCounts = (tx: Tx, workspaceId: string): Promise<OverviewCounts> =>
  tx.one<OverviewCounts>(sql`
    WITH counted AS (
      SELECT status, sum(n)::bigint AS n, sum(rate_micros)::bigint AS rate_micros
        FROM instance_count WHERE workspace_id = ${workspaceId} GROUP BY status HAVING sum(n) <> 0
    )
    SELECT (SELECT jsonb_object_agg(status, n) FROM counted) AS by_status,
           (SELECT coalesce(sum(rate_micros), 0)::bigint FROM counted WHERE status IN ${billedStatuses}) AS billed_rate_micros,
           (SELECT count(*) FROM project WHERE workspace_id = ${workspaceId}) AS projects,
           (SELECT count(*) FROM credential WHERE workspace_id = ${workspaceId}) AS credentials,
           (SELECT count(*) FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND expired_at IS NULL) AS members`);

export interface RecentActivityRow {
  id: string;
  at: Date;
  action: string;
  actor_name: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  changes: RecentActivity["changes"];
}

const recentActivityLimit = 8;

export const listRecentActivity = (
  tx: Tx,
  workspaceId: string,
  onlyOf: string | null,
): Promise<RecentActivityRow[]> => {
  const whose: Sql = onlyOf === null ? sql`true` : sql`e.actor_user_id = ${onlyOf}`;
  return tx.many<RecentActivityRow>(sql`
    SELECT e.id, e.at, e.action, ${actorName} AS actor_name, e.target_type, e.target_id, ${targetName} AS target_name, ${visibleChanges} AS changes
      FROM audit_event e ${activityUserJoins}
     WHERE e.workspace_id = ${workspaceId} AND e.result = 'ok' AND ${whose} ORDER BY e.at DESC, e.id DESC LIMIT ${recentActivityLimit}`);
};
