/** SQL of the roles of users in workspaces for staff. It runs as boreal_system: it reads all tenants. */
import type { z } from "zod";
import {
  maxGrantableProjects,
  type UserWorkspaceRole,
  type workspaceRoles as endpoints,
} from "#contracts/workspace-roles.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";

const sorts = { createdAt: { column: raw("r.created_at"), type: "timestamptz" } } as const;

const joins = sql`
  JOIN user_account u ON u.id = r.user_id
  JOIN workspace w ON w.id = r.workspace_id
  LEFT JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]') AS projects
      FROM project_grant g JOIN project p ON p.id = g.project_id
     WHERE g.workspace_id = r.workspace_id AND g.user_id = r.user_id
  ) granted ON true`;

const row: Sql = sql`json_build_object('id', r.id,
  'user', json_build_object('id', u.id, 'email', u.email, 'name', concat_ws(' ', u.first_name, u.last_name), 'status', u.status),
  'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'status', w.status),
  'role', r.workspace_role_id, 'isDefault', r.is_default, 'projects', granted.projects,
  'createdAt', ${isoTimestamp("r.created_at")}, 'updatedAt', ${isoTimestamp("coalesce(r.role_changed_at, r.created_at)")})`;

export function listRoles(query: z.output<(typeof endpoints)["list"]["query"]>): ListQuery {
  const { user, workspace, role = [] } = query;
  return {
    from: sql`user_workspace_role r`,
    alias: "r",
    where: [
      sql`r.expired_at IS NULL`,
      ...(user === undefined ? [] : [sql`r.user_id = ${user}`]),
      ...(workspace === undefined ? [] : [sql`r.workspace_id = ${workspace}`]),
      ...(role.length === 0 ? [] : [isOneOf("r.workspace_role_id", role)]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: true }),
    rowJson: row,
    joins,
    forceCustomPlan: role.length > 0,
    page: query,
  };
}

const findCurrent = async (tx: Tx, condition: Sql): Promise<UserWorkspaceRole | null> => {
  const match = await tx.maybeOne<{ json: UserWorkspaceRole }>(sql`
    SELECT ${row} AS json FROM user_workspace_role r ${joins} WHERE r.expired_at IS NULL AND ${condition}`);
  return match?.json ?? null;
};

export const findRoleById = (tx: Tx, id: string): Promise<UserWorkspaceRole | null> =>
  findCurrent(tx, sql`r.id = ${id}`);

export const findRoleOf = (
  tx: Tx,
  workspaceId: string,
  userId: string,
): Promise<UserWorkspaceRole | null> =>
  findCurrent(tx, sql`r.workspace_id = ${workspaceId} AND r.user_id = ${userId}`);

/** Null for a workspace whose owner was erased. */
export const findOwnerRole = (tx: Tx, workspaceId: string): Promise<UserWorkspaceRole | null> =>
  findCurrent(tx, sql`r.workspace_id = ${workspaceId} AND r.workspace_role_id = 'owner'`);

export const findWorkspace = (tx: Tx, id: string): Promise<UserWorkspaceRole["workspace"] | null> =>
  tx.maybeOne(sql`SELECT id, handle, name, status FROM workspace WHERE id = ${id}`);

export const listGrantableProjects = (
  tx: Tx,
  workspaceId: string,
): Promise<{ id: string; name: string }[]> =>
  tx.many(sql`SELECT id, name FROM project WHERE workspace_id = ${workspaceId}
    ORDER BY lower(name), id LIMIT ${maxGrantableProjects}`);
