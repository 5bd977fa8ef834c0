/** SQL of what nightly checks found, for staff. It runs as boreal_system. */
import type { z } from "zod";
import type { dashboard as endpoints } from "#contracts/dashboard.ts";
import { raw, sql } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";

const findingSorts = {
  firstSeenAt: { column: raw("f.first_seen_at"), type: "timestamptz" },
  lastSeenAt: { column: raw("f.last_seen_at"), type: "timestamptz" },
} as const;

const uuidPattern = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/** A dispute names its workspace in its details; most findings are about one. */
const workspaceReference = sql`coalesce(f.detail->>'workspaceId', f.reference)`;

export function listLedgerFindings(
  query: z.output<(typeof endpoints)["ledgerFindings"]["query"]>,
): ListQuery {
  const { state = "open" } = query;
  return {
    from: sql`ledger_finding f`,
    alias: "f",
    where: [state === "open" ? sql`f.resolved_at IS NULL` : sql`f.resolved_at IS NOT NULL`],
    ...resolveSort(query.orderBy, findingSorts, { field: "firstSeenAt", descending: true }),
    rowJson: sql`json_build_object('id', f.id, 'kind', f.kind, 'reference', f.reference, 'detail', f.detail,
      'workspace', CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'handle', w.handle, 'name', w.name) END,
      'firstSeenAt', ${isoTimestamp("f.first_seen_at")}, 'lastSeenAt', ${isoTimestamp("f.last_seen_at")},
      'resolvedAt', ${isoTimestamp("f.resolved_at")})`,
    joins: sql`LEFT JOIN workspace w
      ON w.id = CASE WHEN ${workspaceReference} ~ ${uuidPattern} THEN (${workspaceReference})::uuid END`,
    page: query,
  };
}

/** A chain has no id of its own. The list needs one that stays and has the form of one. */
export const listBrokenAuditChains = (page: ListQuery["page"]): ListQuery => ({
  from: sql`(SELECT overlay(overlay(md5(owner || ' ' || day) PLACING '5' FROM 13) PLACING 'a' FROM 17)::uuid AS id, day::timestamp AT TIME ZONE 'UTC' AS starts_at, day, owner, length, fault
    FROM audit_chain WHERE fault IS NOT NULL) c`,
  alias: "c",
  where: [],
  sort: { column: raw("c.starts_at"), type: "timestamptz" },
  descending: true,
  rowJson: sql`json_build_object('id', c.id, 'day', c.day, 'entryCount', c.length, 'fault', c.fault,
    'owner', CASE WHEN w.id IS NOT NULL THEN json_build_object('type', 'workspace', 'id', w.id, 'name', w.name)
                  WHEN u.id IS NOT NULL THEN json_build_object('type', 'user', 'id', u.id,
                    'name', CASE WHEN u.status = 'deleted' THEN '' ELSE u.first_name || ' ' || u.last_name END) END)`,
  joins: sql`
    LEFT JOIN workspace w ON w.id = CASE WHEN c.owner ~ ${uuidPattern} THEN c.owner::uuid END
    LEFT JOIN user_account u ON u.id = CASE WHEN c.owner ~ ${uuidPattern} THEN c.owner::uuid END`,
  page,
});
