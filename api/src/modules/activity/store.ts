/** SQL of what was done. Each statement runs behind the wall. */
import type { z } from "zod";
import type { activity as calls } from "#contracts/activity.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import type { ListQuery } from "../../core/db/list.ts";
import { activityJson, activityUserJoins } from "./activity-json.ts";

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
