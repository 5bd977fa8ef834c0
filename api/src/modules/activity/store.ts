/** SQL of activity. Each statement runs under row-level security. */
import type { z } from "zod";
import type { activity as endpoints } from "#contracts/activity.ts";
import type { RecentActivity } from "#contracts/activity-entry.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { type ListQuery, type ListSearch, isoTimestamp } from "../../core/db/list.ts";
import { matchesActivity } from "./search-store.ts";

export type ActivityQuery = z.output<(typeof endpoints)["ofWorkspace"]["query"]>;

const sortByTime = { column: raw("e.at"), type: "timestamptz" } as const;

/** Row-level security also shows users their own activity in other workspaces; this limits it to the current one. */
const inWorkspace = sql`e.workspace_id = app_workspace_id()`;

/** Value of the filter `actor` for an entry `e`. The index `audit_event_actor_key_idx` has the same expression. */
export const actorKey: Sql = sql`audit_event_actor_key(e.actor_type, e.actor_user_id, e.token_id, e.actor_role)`;
/** The index `audit_event_type_idx` has the same expression. */
export const activityType: Sql = sql`split_part(e.action, '.', 1)`;

function toConditions(query: ActivityQuery): Sql[] {
  const { actor = [], actorType = [], target, result = [], createdAtFrom, createdAtTo } = query;
  const types = query.activityType ?? [];
  return [
    ...(actor.length === 0 ? [] : [sql`${actorKey} = ANY(${actor})`]),
    ...(actorType.length === 0 ? [] : [sql`e.actor_type = ANY(${actorType})`]),
    ...(types.length === 0 ? [] : [sql`${activityType} = ANY(${types})`]),
    // Stored ids are in lower case, as PostgreSQL writes them. The workspace's list uses the index `audit_event_target_id_idx`.
    ...(target === undefined ? [] : [sql`e.target_id = ${target}::uuid::text`]),
    ...(result.length === 0 ? [] : [sql`e.result = ANY(${result})`]),
    ...(createdAtFrom === undefined ? [] : [sql`e.at >= ${createdAtFrom}::timestamptz`]),
    // Half-open, so that adjacent periods share no entry.
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

/** Number of newest entries in which a search of the workspace looks before it uses the index. */
const testedWorkspaceEntries = 5_000;
/** Number of own newest entries that a search covers, of each kind of `ownActivityConditions`. */
const testedOwnEntries = 10_000;

/** A term of blanks is no search. */
function searchOption(query: ActivityQuery, how: Omit<ListSearch, "matches">) {
  const matches = matchesActivity(query.search ?? "");
  return matches === null ? {} : { search: { ...how, matches } };
}

export function listWorkspaceActivities(query: ActivityQuery): ListQuery {
  const filters = toConditions(query);
  const search = searchOption(query, { testedRows: testedWorkspaceEntries, isIndexed: true });
  const isNarrowed = filters.length > 0 || "search" in search;
  return {
    ...activityListQuery(query),
    ...search,
    where: [inWorkspace, ...filters],
    ...(isNarrowed
      ? {
          // Row-level security keeps conditions on expressions from using an index; this view does not.
          from: sql`audit_event_search e`,
          forceCustomPlan: true,
        }
      : {
          from: sql`audit_event e`,
          // A trigger maintains this count, so that millions of entries need no counting.
          total: sql`(SELECT coalesce(sum(event_count), 0) FROM audit_event_counter WHERE workspace_id = app_workspace_id())`,
        }),
  };
}

export const findWorkspaceActivity = (id: string): Sql =>
  sql`SELECT ${activityJson} AS entry FROM audit_event e ${activityUserJoins} WHERE e.id = ${id} AND ${inWorkspace}`;

const byUser = sql`e.actor_user_id = app_user_id()`;
const aboutUser = sql`e.target_type = 'user' AND e.target_id = app_user_id()::text`;

/** Shows what others did in a workspace to its current members only. */
const inUsersWorkspaces = sql`(e.workspace_id IS NULL OR e.workspace_id = ANY(ARRAY(
  SELECT r.workspace_id FROM user_workspace_role r WHERE r.user_id = app_user_id() AND r.expired_at IS NULL)))`;

/** Disjoint conditions: activity by the user, activity about their account, and activity of staff as the user. */
export const ownActivityConditions = [
  byUser,
  sql`${aboutUser} AND (${byUser}) IS NOT TRUE AND ${inUsersWorkspaces}`,
  // Start and end of an impersonation are already included as activity about the user; the
  // workspaces have copies of them.
  sql`e.on_behalf_of_id = app_user_id() AND (${byUser}) IS NOT TRUE AND (${aboutUser}) IS NOT TRUE AND ${inUsersWorkspaces}
    AND e.action NOT IN ('users.impersonate', 'users.endImpersonation')`,
];

export const listOwnActivities = (query: ActivityQuery): ListQuery => ({
  ...activityListQuery(query),
  ...searchOption(query, { testedRows: testedOwnEntries, isIndexed: false }),
  from: sql`audit_event e`,
  where: toConditions(query),
  unionBranches: ownActivityConditions,
});

/**
 * What a user did anywhere and what happened to their account, for staff: also what the user saw only as a member of
 * a workspace, with the names of staff.
 */
export function listActivityOfUser(userId: string, page: ListQuery["page"]): ListQuery {
  const by = sql`e.actor_user_id = ${userId}`;
  const about = sql`e.target_type = 'user' AND e.target_id = ${userId}`;
  return {
    from: sql`audit_event e`,
    alias: "e",
    where: [],
    unionBranches: [
      by,
      sql`${about} AND (${by}) IS NOT TRUE`,
      sql`e.on_behalf_of_id = ${userId} AND (${by}) IS NOT TRUE AND (${about}) IS NOT TRUE
        AND e.action NOT IN ('users.impersonate', 'users.endImpersonation')`,
    ],
    sort: sortByTime,
    descending: true,
    rowJson: activityJsonForStaff,
    joins: activityUserJoins,
    page,
  };
}

export const findOwnActivity = (tx: Tx, id: string): Promise<{ entry: unknown } | null> =>
  tx.maybeOne(sql`SELECT ${activityJson} AS entry FROM audit_event e ${activityUserJoins}
    WHERE e.id = ${id} AND ((${join(ownActivityConditions, ") OR (")}))`);

export const erasedUserName = "Deleted user";

/** Staff see themselves as actor; everyone else sees the staff role. */
const isActorHidden = sql`(e.actor_type = 'staff' AND e.actor_user_id IS DISTINCT FROM app_user_id())`;

/** The customer-visible name of a staff role in a column. */
export const staffRoleName = (column: string): Sql =>
  sql`CASE ${raw(column)} WHEN 'Admin' THEN 'IT Admin' WHEN 'BusinessAdmin' THEN 'Business Admin' ELSE coalesce(${raw(column)}, 'Staff') END`;

const actorRoleName = staffRoleName("e.actor_role");

const joinUser = (alias: string, id: Sql): Sql => sql`LEFT JOIN LATERAL (
    SELECT u.status = 'deleted' AS is_erased FROM user_account u WHERE u.id = ${id}
  ) ${raw(alias)} ON true`;

/** Joins whether the users named by an entry are erased; applied to the page's rows only. */
const activityUserJoins: Sql = sql`${joinUser("actor", sql`e.actor_user_id`)}
  ${joinUser("customer", sql`e.on_behalf_of_id`)}
  ${joinUser("target_user", sql`CASE WHEN e.target_type = 'user' THEN e.target_id::uuid END`)}`;

const nameUnlessErased = (alias: string, name: string): Sql =>
  sql`CASE WHEN ${raw(alias)}.is_erased THEN ${erasedUserName} ELSE ${raw(name)} END`;

/** The displayed name of the actor. */
const actorName: Sql = sql`CASE WHEN ${isActorHidden} THEN ${actorRoleName} ELSE ${nameUnlessErased("actor", "e.actor_name")} END`;

const targetName: Sql = nameUnlessErased("target_user", "e.target_name");

/** Hides the changes of an entry about an erased user, which may contain former names. */
const visibleChanges: Sql = sql`CASE WHEN target_user.is_erased THEN '[]'::jsonb ELSE e.changes END`;

/** One entry `e` as JSON; requires `activityUserJoins`. */
const entryJson = (
  actorId: Sql,
  shownActor: Sql,
): Sql => sql`json_build_object('id', e.id, 'at', ${isoTimestamp("e.at")},
  'actor', json_build_object('type', e.actor_type, 'id', ${actorId}, 'name', ${shownActor}),
  'onBehalfOf', CASE WHEN e.on_behalf_of_id IS NULL THEN NULL
                     ELSE json_build_object('id', e.on_behalf_of_id, 'name', ${nameUnlessErased("customer", "e.on_behalf_of_name")}) END,
  'action', e.action,
  'target', CASE WHEN e.target_type IS NULL THEN NULL
                 ELSE json_build_object('type', e.target_type, 'id', coalesce(e.target_id, ''),
                   'name', coalesce(${targetName}, '')) END,
  'result', e.result, 'ip', CASE WHEN NOT ${isActorHidden} THEN host(e.ip) END,
  'userAgent', CASE WHEN NOT ${isActorHidden} THEN e.user_agent END,
  'changes', ${visibleChanges}, 'requestId', e.request_id,
  'commandId', CASE WHEN e.target_type = 'instance' THEN audit_event_command_id(e.target_id, e.request_id) END,
  'createdAt', ${isoTimestamp("e.at")}, 'updatedAt', ${isoTimestamp("e.at")})`;

const activityJson: Sql = entryJson(
  sql`CASE WHEN NOT ${isActorHidden} THEN e.actor_user_id END`,
  actorName,
);
/** Staff see who of them acted; the address of a colleague stays hidden. */
const activityJsonForStaff: Sql = entryJson(
  sql`e.actor_user_id`,
  nameUnlessErased("actor", "e.actor_name"),
);

/** Plans the following statements of the transaction for their values: the best index depends on the search term. */
export const forceCustomPlans = (tx: Tx): Promise<number> =>
  tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);

/** Sets the user whose activity the lists of this transaction return. */
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
  actorId: string | null,
): Promise<RecentActivityRow[]> => {
  const actorCondition: Sql = actorId === null ? sql`true` : sql`e.actor_user_id = ${actorId}`;
  return tx.many<RecentActivityRow>(sql`
    SELECT e.id, e.at, e.action, ${actorName} AS actor_name, e.target_type, e.target_id, ${targetName} AS target_name, ${visibleChanges} AS changes
      FROM audit_event e ${activityUserJoins}
     WHERE e.workspace_id = ${workspaceId} AND e.result = 'ok' AND ${actorCondition} ORDER BY e.at DESC, e.id DESC LIMIT ${recentActivityLimit}`);
};
