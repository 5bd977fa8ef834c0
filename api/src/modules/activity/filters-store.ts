/** SQL of the filters of activity: the values that at least one entry has. */
import { type ActivityFilters, activityTypes, maxListedActors } from "#contracts/activity.ts";
import { activityResults, actorTypes } from "#contracts/activity-entry.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { z } from "zod";
import {
  activityType,
  actorKey,
  erasedUserName,
  forceCustomPlans,
  ownActivityConditions,
  staffRoleName,
} from "./store.ts";

const Row = z.object({
  actors: z.array(
    z.object({
      key: z.string(),
      type: z.enum(actorTypes),
      name: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  types: z.array(z.string()),
  results: z.array(z.enum(activityResults)),
});

/** Reads one index entry per different value, however many entries have it. */
const distinctValues = (value: Sql, limit: number): Sql => sql`(
  WITH RECURSIVE found AS (
    (SELECT ${value} AS value, 1 AS place FROM audit_event_search e
      WHERE e.workspace_id = app_workspace_id() ORDER BY ${value} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${value} FROM audit_event_search e
      WHERE e.workspace_id = app_workspace_id() AND ${value} > found.value ORDER BY ${value} LIMIT 1), found.place + 1
      FROM found WHERE found.value IS NOT NULL AND found.place <= ${raw(String(limit))}
  ) SELECT value FROM found WHERE value IS NOT NULL)`;

/** An actor as JSON, from an entry `e` of the actor. Customers see the role of staff instead of the name. */
const actorJson = (key: Sql): Sql => sql`json_build_object('key', ${key}, 'type', e.actor_type,
  'name', CASE e.actor_type WHEN 'staff' THEN ${staffRoleName("e.actor_role")} WHEN 'system' THEN ''
    ELSE coalesce((SELECT ${erasedUserName} FROM user_account u
      WHERE e.actor_type = 'user' AND u.id = e.actor_user_id AND u.status = 'deleted'), e.actor_name) END,
  'isCurrent', CASE e.actor_type
    WHEN 'user' THEN e.workspace_id IS NULL OR EXISTS (SELECT FROM user_workspace_role r
      WHERE r.workspace_id = e.workspace_id AND r.user_id = e.actor_user_id AND r.expired_at IS NULL)
    WHEN 'token' THEN EXISTS (SELECT FROM access_token t WHERE t.id = e.token_id AND t.revoked_at IS NULL)
    ELSE true END)`;

const hasResult = (result: string): Sql =>
  sql`SELECT ${result}::text AS result WHERE EXISTS (
    SELECT FROM audit_event_search e WHERE e.workspace_id = app_workspace_id() AND e.result = ${result})`;

/** One more actor than listed is read, which tells whether there are more. */
export async function getWorkspaceFilters(tx: Tx): Promise<ActivityFilters> {
  await forceCustomPlans(tx);
  return toFilters(
    await tx.one(sql`
      SELECT (SELECT coalesce(json_agg(newest.actor), '[]') FROM ${distinctValues(actorKey, maxListedActors + 1)} actor
               CROSS JOIN LATERAL (SELECT ${actorJson(sql`actor.value`)} AS actor FROM audit_event_search e
                 WHERE e.workspace_id = app_workspace_id() AND ${actorKey} = actor.value
                 ORDER BY e.at DESC, e.id DESC LIMIT 1) newest) AS actors,
             (SELECT coalesce(json_agg(value), '[]') FROM ${distinctValues(activityType, 100)} type) AS types,
             (SELECT coalesce(json_agg(result), '[]') FROM (${join(activityResults.map(hasResult), " UNION ALL ")}) known) AS results`),
  );
}

/** Number of own newest entries, of each kind, that decide which filters are offered. */
const readOwnEntries = 5_000;

export async function getOwnFilters(tx: Tx): Promise<ActivityFilters> {
  const branches = ownActivityConditions.map(
    (condition) => sql`(SELECT e.* FROM audit_event e WHERE ${condition}
      ORDER BY e.at DESC, e.id DESC LIMIT ${raw(String(readOwnEntries))})`,
  );
  return toFilters(
    await tx.one(sql`
      WITH own AS MATERIALIZED (${join(branches, " UNION ALL ")})
      SELECT (SELECT coalesce(json_agg(${actorJson(sql`e.key`)}), '[]') FROM (
                SELECT DISTINCT ON (${actorKey}) ${actorKey} AS key, e.* FROM own e ORDER BY ${actorKey}, e.at DESC) e
               WHERE e.key IS NOT NULL) AS actors,
             (SELECT coalesce(json_agg(DISTINCT ${activityType}), '[]') FROM own e) AS types,
             (SELECT coalesce(json_agg(DISTINCT e.result), '[]') FROM own e) AS results`),
  );
}

function toFilters(row: unknown): ActivityFilters {
  const { actors, types, results } = Row.parse(row);
  return {
    actors: actors.slice(0, maxListedActors),
    hasMoreActors: actors.length > maxListedActors,
    activityTypes: activityTypes.filter((type) => types.includes(type)),
    results: activityResults.filter((result) => results.includes(result)),
  };
}
