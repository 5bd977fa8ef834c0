/** SQL of workspaces for staff. It runs as boreal_system: it reads all tenants. */
import type { z } from "zod";
import type {
  AdminWorkspace,
  adminWorkspaces as endpoints,
  workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import {
  isOneOf,
  isoTimestamp,
  type ListQuery,
  type ListSearch,
  resolveSort,
} from "../../core/db/list.ts";
import { matchesEmail, matchesWorkspace, searchOfParts } from "../../core/db/search-terms.ts";
import { restorableDays } from "#contracts/actions/workspaces.ts";

type Query = z.output<(typeof endpoints)["list"]["query"]>;
type Status = (typeof workspaceStatuses)[number];

const sorts = {
  handle: { column: raw("w.handle"), type: "text" },
  createdAt: { column: raw("w.created_at"), type: "timestamptz" },
} as const;

const members = sql`user_workspace_role r JOIN user_account u ON u.id = r.user_id
  WHERE r.workspace_id = w.id AND r.expired_at IS NULL`;

const name = sql`concat_ws(' ', u.first_name, u.last_name)`;

const extras = sql`
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', u.id, 'email', u.email, 'name', ${name}) AS json
      FROM ${members} AND r.workspace_role_id = 'owner'
  ) owner ON true
  LEFT JOIN LATERAL (SELECT count(*) AS n FROM ${members}) member ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(c.instance_count), 0)::bigint AS n FROM instance_counter c WHERE c.workspace_id = w.id AND c.status <> 'terminated'
  ) instances ON true
  LEFT JOIN LATERAL (SELECT w.deactivated_at + make_interval(days => ${restorableDays}) AS until) restorable ON true`;

const row = sql`json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'status', w.status, 'owner', owner.json,
  'memberCount', member.n, 'instanceCount', instances.n, 'createdAt', ${isoTimestamp("w.created_at")},
  'restorableUntil', ${isoTimestamp("restorable.until")})`;

/** By the handle, the name, or the email address of the owner. */
function searchFor(term: string): ListSearch {
  const named = matchesWorkspace(sql`w`, term);
  const owner = sql`r.expired_at IS NULL AND r.workspace_role_id = 'owner'`;
  const isOwned = matchesEmail(sql`u.email_normalized`, term);
  const users = sql`user_account u JOIN user_workspace_role r ON r.user_id = u.id`;
  return searchOfParts(
    sql`(${named} OR (SELECT ${isOwned} FROM ${users} WHERE r.workspace_id = w.id AND ${owner}))`,
    [named, sql`w.id IN (SELECT r.workspace_id FROM ${users} WHERE ${isOwned} AND ${owner})`],
  );
}

export function listWorkspaces(query: Query): ListQuery {
  const { search = "", status = [] } = query;
  return {
    from: sql`workspace w`,
    alias: "w",
    where: [...(status.length === 0 ? [] : [isOneOf("w.status", status)])],
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: true }),
    rowJson: row,
    joins: extras,
    ...(search !== "" && { search: searchFor(search) }),
    forceCustomPlan: search !== "" || status.length > 0,
    page: query,
  };
}

export const countWorkspacesByStatus = (tx: Tx): Promise<{ status: Status; n: number }[]> =>
  tx.many(sql`SELECT status, count(*) AS n FROM workspace GROUP BY status`);

const rank = sql`array_position(ARRAY['owner', 'administrator', 'team_member', 'limited_team_member', 'billing_administrator'], r.workspace_role_id)`;

const details = sql`jsonb_build_object(
  'suspension', CASE WHEN w.suspended_at IS NOT NULL THEN jsonb_build_object('reason', w.suspension_reason, 'note', w.suspension_note,
    'since', ${isoTimestamp("w.suspended_at")}) END,
  'projectCount', (SELECT count(*) FROM project p WHERE p.workspace_id = w.id),
  'members', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'name', ${name}, 'role', r.workspace_role_id)
    ORDER BY ${rank}, u.email_normalized, u.id), '[]') FROM ${members}))`;

/** Returns null when no such workspace ever existed. */
export async function findWorkspace(tx: Tx, id: string): Promise<AdminWorkspace | null> {
  if (!isUuid(id)) return null;
  const match = await tx.maybeOne<{ workspace: AdminWorkspace }>(
    sql`SELECT ${row}::jsonb || ${details} AS workspace FROM workspace w ${extras} WHERE w.id = ${id}`,
  );
  return match?.workspace ?? null;
}
