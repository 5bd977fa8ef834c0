/** What was done in a workspace: the audit, as its managers read it. */
import type { activity as calls } from "#contracts/activity.ts";
import { raw, sql } from "../core/db.ts";
import { type Handlers, listing } from "../core/handlers.ts";
import { isoTime } from "../core/list.ts";

const at = { column: raw("e.at"), type: "timestamptz" } as const;

export const activity: Partial<Handlers<typeof calls>> = {
  ofWorkspace: listing(({ query }) => {
    const { actorType = [], createdAtFrom, createdAtTo } = query;
    const filters = [
      ...(actorType.length === 0 ? [] : [sql`e.actor_type = ANY(${actorType})`]),
      ...(createdAtFrom === undefined ? [] : [sql`e.at >= ${createdAtFrom}::timestamptz`]),
      // Half-open: two spans that meet share no entry.
      ...(createdAtTo === undefined ? [] : [sql`e.at < ${createdAtTo}::timestamptz`]),
    ];
    return {
      from: sql`audit_event e`,
      alias: "e",
      // The wall also shows a person their own deeds elsewhere; this list is of the workspace alone.
      where: [sql`e.workspace_id = app_workspace()`, ...filters],
      sort: at,
      descending: true,
      row: sql`json_build_object('id', e.id, 'at', ${isoTime("e.at")},
        'actor', json_build_object('type', e.actor_type, 'id', e.actor_user_id, 'name', e.actor_name),
        'onBehalfOf', CASE WHEN e.on_behalf_of_id IS NULL THEN NULL ELSE json_build_object('id', e.on_behalf_of_id, 'name', e.on_behalf_of_name) END,
        'action', e.action,
        'target', CASE WHEN e.target_type IS NULL THEN NULL
                       ELSE json_build_object('type', e.target_type, 'id', e.target_id, 'name', e.target_name) END,
        'result', e.result, 'ip', host(e.ip), 'userAgent', e.user_agent, 'changes', e.changes, 'requestId', e.request_id)`,
      // Kept by a trigger for every entry, so that millions need no counting.
      ...(filters.length === 0
        ? {
            total: sql`(SELECT coalesce(sum(n), 0) FROM audit_count WHERE workspace_id = app_workspace())`,
          }
        : {}),
      page: query,
    };
  }),
};
