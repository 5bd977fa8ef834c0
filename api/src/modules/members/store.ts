/**
 * SQL of members. Each statement names the current workspace, because row-level security also shows users
 * their roles in other workspaces.
 */
import type { Member } from "#contracts/members.ts";
import { rolesWithPermission } from "#contracts/permissions.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { likeContains, isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";

export interface MemberRow {
  /** Id of the user. */
  id: string;
  email: string;
  role: WorkspaceRoleId;
  projects: { id: string; name: string }[];
  /** The row as API response. */
  json: Member;
}

const currentMemberships = sql`r.workspace_id = app_workspace_id() AND r.expired_at IS NULL`;
const fullName = raw("concat_ws(' ', u.first_name, u.last_name)");

const grantedProjectsJoin = sql`LEFT JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]') AS projects
      FROM project_grant g JOIN project p ON p.id = g.project_id
     WHERE g.workspace_id = r.workspace_id AND g.user_id = r.user_id
  ) granted ON true`;

/** True when the caller may transfer the ownership of the workspace. */
const canTransferOwnership = sql`EXISTS (SELECT FROM user_workspace_role own WHERE own.workspace_id = app_workspace_id() AND own.user_id = app_user_id()
  AND own.expired_at IS NULL AND own.workspace_role_id = ANY(${rolesWithPermission("owner.reassign")}))`;

/** One member as JSON; requires `grantedProjectsJoin`. */
const memberJson = sql`json_build_object('id', r.user_id, 'email', u.email, 'name', ${fullName},
  'avatarUrl', '/api/v1/avatars/' || u.avatar_id, 'role', r.workspace_role_id,
  'twoFactorEnabled', u.two_factor_enabled_at IS NOT NULL, 'projects', granted.projects,
  'joinedAt', ${isoTimestamp("r.created_at")}, 'lastActiveAt', ${isoTimestamp("member_last_active_at(r.user_id)")},
  'canReceiveOwnership', CASE WHEN ${canTransferOwnership} THEN u.status = 'active' END)`;

export const findMember = (id: string): Sql => sql`
  SELECT r.user_id AS id, u.email, r.workspace_role_id AS role, granted.projects, ${memberJson} AS json
    FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id ${grantedProjectsJoin}
   WHERE ${currentMemberships} AND r.user_id = ${id}`;

const sorts = {
  email: { column: raw("lower(u.email)"), type: "text" },
  joinedAt: { column: raw("r.created_at"), type: "timestamptz" },
} as const;

export function listMembers(query: {
  search?: string | undefined;
  role?: readonly string[] | undefined;
  orderBy?: string | undefined;
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
}): ListQuery {
  const { search = "", role = [] } = query;
  return {
    from: sql`user_workspace_role r JOIN user_account u ON u.id = r.user_id`,
    alias: "r",
    where: [
      currentMemberships,
      ...(search === ""
        ? []
        : [
            sql`(u.email ILIKE ${likeContains(search)} OR ${fullName} ILIKE ${likeContains(search)})`,
          ]),
      ...(role.length === 0 ? [] : [sql`r.workspace_role_id = ANY(${[...role]})`]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "joinedAt", descending: false }),
    rowJson: memberJson,
    joins: sql`JOIN user_account u ON u.id = r.user_id ${grantedProjectsJoin}`,
    page: query,
  };
}

/** Transfers created objects to another member; they do not return if the creator rejoins. */
export async function reassignCreatedObjects(
  tx: Tx,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
): Promise<void> {
  for (const table of ["project", "credential", "instance"])
    await tx.execute(
      sql`UPDATE ${raw(table)} SET created_by = ${to} WHERE workspace_id = ${workspaceId} AND created_by = ${from}`,
    );
}
