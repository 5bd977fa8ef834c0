/** SQL of requests for higher limits of all workspaces. It runs as boreal_system. */
import type { z } from "zod";
import type { limitRequests } from "#contracts/limit-requests.ts";
import { raw, sql } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";
import { searchByWorkspace } from "./billing-sql.ts";
import type { MonthSeconds } from "./limits-store.ts";

const nameOf = (alias: string) => {
  const user = raw(alias);
  return sql`CASE WHEN ${user}.id IS NOT NULL THEN json_build_object('id', ${user}.id, 'name', concat_ws(' ', ${user}.first_name, ${user}.last_name)) END`;
};

export function limitRequestsQuery(
  query: z.output<(typeof limitRequests)["list"]["query"]>,
  { from, now, end }: MonthSeconds,
): ListQuery {
  const { search = "", status = [] } = query;
  const sorts = { createdAt: { column: raw("q.created_at"), type: "timestamptz" } } as const;
  return {
    from: sql`limit_request q`,
    alias: "q",
    where: [status.length === 0 ? sql`q.status = 'open'` : isOneOf("q.status", status)],
    ...(search !== "" && { search: searchByWorkspace(sql`q.workspace_id`, search) }),
    forceCustomPlan: search !== "" || status.length > 0,
    // The request that waits longest is answered first.
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: false }),
    rowJson: sql`json_build_object('id', q.id, 'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'status', w.status),
      'limit', q.limit_name, 'value', q.value, 'reason', q.reason, 'status', q.status, 'createdAt', ${isoTimestamp("q.created_at")},
      'createdBy', ${nameOf("maker")}, 'answeredAt', ${isoTimestamp("q.answered_at")}, 'answeredBy', ${nameOf("answerer")},
      'note', q.answer_note, 'current', coalesce(own.value, d.value),
      'used', CASE q.limit_name WHEN 'instances' THEN used.instances WHEN 'gpus' THEN used.gpus WHEN 'bare_metal' THEN used.bare_metal
        ELSE used.monthly_spend END)`,
    joins: sql`
      JOIN workspace w ON w.id = q.workspace_id
      JOIN default_limit d ON d.limit_name = q.limit_name
      LEFT JOIN workspace_limit own ON own.workspace_id = q.workspace_id AND own.limit_name = q.limit_name
      LEFT JOIN user_account maker ON maker.id = q.created_by
      LEFT JOIN user_account answerer ON answerer.id = q.answered_by
      CROSS JOIN LATERAL workspace_usage(q.workspace_id, ${from}, ${now}, ${end}) used`,
    page: query,
  };
}
