/** SQL of what was done. Each statement runs behind the wall. */
import type { z } from "zod";
import type { activity as calls } from "#contracts/activity.ts";
import type { RecentActivity } from "#contracts/activity-entry.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { type ListQuery, isoTimestamp } from "../../core/db/list.ts";

export type ActivityQuery = z.output<(typeof calls)["ofWorkspace"]["query"]>;

const sortByTime = { column: raw("e.at"), type: "timestamptz" } as const;

/** The wall also shows a person their own deeds elsewhere; these are of the workspace alone. */
const inWorkspace = sql`e.workspace_id = app_workspace()`;

function toConditions(query: ActivityQuery): Sql[] {
  const { actorType = [], activityType = [], result = [], createdAtFrom, createdAtTo } = query;
  return [
    ...(actorType.length === 0 ? [] : [sql`e.actor_type = ANY(${actorType})`]),
    ...(activityType.length === 0
      ? []
      : [sql`split_part(e.action, '.', 1) = ANY(${activityType})`]),
    ...(result.length === 0 ? [] : [sql`e.result = ANY(${result})`]),
    ...(createdAtFrom === undefined ? [] : [sql`e.at >= ${createdAtFrom}::timestamptz`]),
    // Half-open: two spans that meet share no entry.
    ...(createdAtTo === undefined ? [] : [sql`e.at < ${createdAtTo}::timestamptz`]),
  ];
}

const activityListQuery = (query: ActivityQuery) =>
  ({
    alias: "e",
    sort: sortByTime,
    descending: true,
    rowJson: activityJson,
    joins: activityUserJoins,
    page: query,
  }) as const;

export function listWorkspaceActivities(query: ActivityQuery): ListQuery {
  const filters = toConditions(query);
  return {
    ...activityListQuery(query),
    from: sql`audit_event e`,
    where: [inWorkspace, ...filters],
    // Kept by a trigger for every entry, so that millions need no counting.
    ...(filters.length === 0
      ? {
          total: sql`(SELECT coalesce(sum(n), 0) FROM audit_count WHERE workspace_id = app_workspace())`,
        }
      : {}),
  };
}

export const findWorkspaceActivity = (id: string): Sql =>
  sql`SELECT ${activityJson} AS entry FROM audit_event e ${activityUserJoins} WHERE e.id = ${id} AND ${inWorkspace}`;

const byMe = sql`e.actor_user_id = app_user()`;
const aboutMe = sql`e.target_type = 'user' AND e.target_id = app_user()::text`;

/** What others did in a workspace is for those who are in it still. */
const inMyWorkspaces = sql`(e.workspace_id IS NULL OR e.workspace_id = ANY(ARRAY(
  SELECT r.workspace_id FROM user_workspace_role r WHERE r.user_id = app_user() AND r.expired_at IS NULL)))`;

/** What I did, what was done to my account, and what staff did as me: no entry is in two of them. */
const ownActivityConditions = [
  byMe,
  sql`${aboutMe} AND (${byMe}) IS NOT TRUE AND ${inMyWorkspaces}`,
  // The start and end of an impersonation are about me already; the workspaces have copies of them.
  sql`e.on_behalf_of_id = app_user() AND (${byMe}) IS NOT TRUE AND (${aboutMe}) IS NOT TRUE AND ${inMyWorkspaces}
    AND e.action NOT IN ('users.impersonate', 'users.endImpersonation')`,
];

export const listOwnActivities = (query: ActivityQuery): ListQuery => ({
  ...activityListQuery(query),
  from: sql`audit_event e`,
  where: toConditions(query),
  unionBranches: ownActivityConditions,
});

export const findOwnActivity = (tx: Tx, id: string): Promise<{ entry: unknown } | null> =>
  tx.maybeOne(sql`SELECT ${activityJson} AS entry FROM audit_event e ${activityUserJoins}
    WHERE e.id = ${id} AND ((${join(ownActivityConditions, ") OR (")}))`);

const erasedUserName = "Deleted user";

/** Staff look at their own deeds as themselves; to everyone else the role did it. */
const isActorHidden = sql`(e.actor_type = 'staff' AND e.actor_user_id IS DISTINCT FROM app_user())`;

/** How customers read a column that holds a staff role. */
export const staffRoleName = (column: string): Sql =>
  sql`CASE ${raw(column)} WHEN 'Admin' THEN 'IT Admin' WHEN 'BusinessAdmin' THEN 'Business Admin' ELSE coalesce(${raw(column)}, 'Staff') END`;

const actorRoleName = staffRoleName("e.actor_role");

const joinUser = (alias: string, id: Sql): Sql => sql`LEFT JOIN LATERAL (
    SELECT u.status = 'deleted' AS is_erased FROM user_account u WHERE u.id = ${id}
  ) ${raw(alias)} ON true`;

/** Whether the people an entry names are still there; joined to the page's rows alone. */
export const activityUserJoins: Sql = sql`${joinUser("actor", sql`e.actor_user_id`)}
  ${joinUser("customer", sql`e.on_behalf_of_id`)}
  ${joinUser("aim", sql`CASE WHEN e.target_type = 'user' THEN e.target_id::uuid END`)}`;

const nameUnlessErased = (alias: string, name: string): Sql =>
  sql`CASE WHEN ${raw(alias)}.is_erased THEN ${erasedUserName} ELSE ${raw(name)} END`;

/** What the actor is called. */
export const actorName: Sql = sql`CASE WHEN ${isActorHidden} THEN ${actorRoleName} ELSE ${nameUnlessErased("actor", "e.actor_name")} END`;

export const targetName: Sql = nameUnlessErased("aim", "e.target_name");

/** Of someone who was erased, nothing they were called before. */
export const visibleChanges: Sql = sql`CASE WHEN aim.is_erased THEN '[]'::jsonb ELSE e.changes END`;

/** Of an entry `e` with `peopleOfEntry` joined. */
export const activityJson: Sql = sql`json_build_object('id', e.id, 'at', ${isoTimestamp("e.at")},
  'actor', json_build_object('type', e.actor_type, 'id', CASE WHEN NOT ${isActorHidden} THEN e.actor_user_id END, 'name', ${actorName}),
  'onBehalfOf', CASE WHEN e.on_behalf_of_id IS NULL THEN NULL
                     ELSE json_build_object('id', e.on_behalf_of_id, 'name', ${nameUnlessErased("customer", "e.on_behalf_of_name")}) END,
  'action', e.action,
  'target', CASE WHEN e.target_type IS NULL THEN NULL
                 ELSE json_build_object('type', e.target_type, 'id', coalesce(e.target_id, ''),
                   'name', coalesce(${targetName}, '')) END,
  'result', e.result, 'ip', CASE WHEN NOT ${isActorHidden} THEN host(e.ip) END,
  'userAgent', CASE WHEN NOT ${isActorHidden} THEN e.user_agent END,
  'changes', ${visibleChanges}, 'requestId', e.request_id,
  'commandId', CASE WHEN e.target_type = 'instance' THEN command_of_entry(e.target_id, e.request_id) END,
  'createdAt', ${isoTimestamp("e.at")}, 'updatedAt', ${isoTimestamp("e.at")})`;

/** Lists of this transaction show what this user may see. */
export const setListedUser = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(sql`SELECT set_config('app.user_id', ${userId}, true)`);

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
