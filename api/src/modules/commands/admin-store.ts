/** SQL of commands for staff. It runs as boreal_system: it reads all tenants. */
import type { z } from "zod";
import type { AdminCommand, adminCommands } from "#contracts/admin-commands.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import {
  isOneOf,
  isoTimestamp,
  type ListQuery,
  type ListSearch,
  resolveSort,
} from "../../core/db/list.ts";
import { isTypedId, matchesHandle, searchOfParts } from "../../core/db/search-terms.ts";
import { isUuid } from "../../core/lib/crypto.ts";

type Query = z.output<(typeof adminCommands)["list"]["query"]>;

const joins = sql`
  LEFT JOIN workspace w ON w.id = c.workspace_id
  LEFT JOIN instance i ON i.id = c.instance_id
  LEFT JOIN user_account requester ON requester.id = c.requested_by
  LEFT JOIN LATERAL (SELECT min(l.waiting_for_staff_since) AS since FROM instance_log l
    WHERE l.command_id = c.id AND c.status = 'waiting') waiting ON true`;

const requesterName = sql`requester.first_name || ' ' || requester.last_name`;

const fields = sql`
  'id', c.id, 'kind', c.kind, 'variant', c.variant, 'regionHandle', c.region_handle,
  'workspace', CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'handle', w.handle, 'name', w.name) END,
  'instance', CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'hostname', i.hostname) END,
  'subject', c.subject, 'status', c.status, 'attempt', c.attempt_count, 'maxAttempts', c.max_attempts,
  'requestedByType', c.requested_by_type,
  'requestedBy', CASE WHEN requester.id IS NOT NULL THEN json_build_object('id', requester.id, 'name', ${requesterName}) END,
  'providerRef', c.provider_ref, 'createdAt', ${isoTimestamp("c.created_at")}, 'updatedAt', ${isoTimestamp("c.updated_at")},
  'startedAt', ${isoTimestamp("c.started_at")}, 'finishedAt', ${isoTimestamp("c.finished_at")},
  'error', CASE WHEN c.error_code IS NOT NULL THEN json_build_object('code', c.error_code, 'message', coalesce(c.error_message, '')) END,
  'waitingSince', ${isoTimestamp("waiting.since")}`;

/** By the hostname, the handle of the workspace, or the id of the command or instance. */
function searchFor(term: string): ListSearch {
  const ids = [...isTypedId(sql`c.id`, term), ...isTypedId(sql`c.instance_id`, term)];
  const ofInstance = matchesHandle(sql`s.hostname`, term);
  const ofWorkspace = matchesHandle(sql`s.handle`, term);
  return searchOfParts(
    join(
      [
        ...ids,
        sql`(SELECT ${ofInstance} FROM instance s WHERE s.id = c.instance_id)`,
        sql`(SELECT ${ofWorkspace} FROM workspace s WHERE s.id = c.workspace_id)`,
      ],
      " OR ",
    ),
    [
      ...ids,
      // Terminated instances, of which there are more every day, have an index of their own.
      sql`c.instance_id IN (SELECT s.id FROM instance s WHERE s.status <> 'terminated' AND ${ofInstance})`,
      sql`c.instance_id IN (SELECT s.id FROM instance s WHERE s.status = 'terminated' AND ${ofInstance})`,
      sql`c.workspace_id IN (SELECT s.id FROM workspace s WHERE ${ofWorkspace})`,
    ],
  );
}

export function adminCommandsQuery(query: Query): ListQuery {
  const { search = "", status = [], variant = [], regionHandle = "" } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = { createdAt: { column: raw("c.created_at"), type: "timestamptz" } } as const;
  return {
    from: sql`command c`,
    alias: "c",
    where: [
      ...(status.length === 0 ? [] : [isOneOf("c.status", status)]),
      ...(variant.length === 0 ? [] : [isOneOf("c.variant", variant)]),
      ...(regions.length === 0 ? [] : [isOneOf("c.region_handle", regions)]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: true }),
    rowJson: sql`json_build_object(${fields})`,
    joins,
    ...(search !== "" && { search: searchFor(search) }),
    forceCustomPlan: search !== "" || variant.length + regions.length + status.length > 0,
    page: query,
  };
}

const steps = sql`(SELECT coalesce(json_agg(json_build_object(
    'id', l.id, 'commandId', c.id, 'commandKind', c.kind, 'commandStatus', c.status, 'step', l.step, 'status', l.status, 'detail', l.detail,
    'startedAt', ${isoTimestamp("l.started_at")}, 'finishedAt', ${isoTimestamp("l.finished_at")}, 'typicalSeconds', l.typical_seconds,
    'waitingSince', ${isoTimestamp("l.provider_unavailable_since")}, 'requestedByType', c.requested_by_type,
    'requestedAt', ${isoTimestamp("c.created_at")}, 'providerRef', c.provider_ref,
    'requestedBy', CASE WHEN requester.id IS NOT NULL THEN json_build_object('id', requester.id, 'name', ${requesterName},
      'role', c.requested_by_role, 'tokenId', c.requested_by_token_id) END,
    'waitingReason', CASE WHEN c.status = 'waiting' THEN l.waiting_reason END,
    'waitingForStaffSince', CASE WHEN c.status = 'waiting' THEN ${isoTimestamp("l.waiting_for_staff_since")} END,
    'resolvedBy', CASE WHEN resolver.id IS NOT NULL THEN json_build_object('id', resolver.id,
      'name', resolver.first_name || ' ' || resolver.last_name, 'role', l.resolved_by_role) END,
    'note', l.note, 'attempt', l.attempt, 'deadlineAt', ${isoTimestamp("l.deadline_at")},
    'compensatedAt', ${isoTimestamp("l.compensated_at")}) ORDER BY l.position), '[]')
  FROM instance_log l LEFT JOIN user_account resolver ON resolver.id = l.resolved_by WHERE l.command_id = c.id)`;

const maxLogLines = 500;

/** The last lines of the log of commands that match a condition on `command c`, oldest first. */
const logLines = (
  which: Sql,
  count: number,
) => sql`(SELECT coalesce(json_agg(line.json ORDER BY line.id), '[]') FROM (
    SELECT g.id, json_build_object('id', g.id, 'commandId', g.command_id, 'commandKind', lc.kind, 'at', ${isoTimestamp("g.at")},
      'level', g.level, 'message', g.message) AS json
      FROM command_log g JOIN command lc ON lc.id = g.command_id WHERE ${which} ORDER BY g.id DESC LIMIT ${count}) line)`;

/** The last lines of the log of all commands of the instance with this alias, as an expression. */
export const instanceLogLines = (alias: string, count: number): Sql =>
  logLines(sql`lc.instance_id = ${raw(`${alias}.id`)}`, count);

/** Returns null when no such command exists. */
export async function findAdminCommand(tx: Tx, id: string): Promise<AdminCommand | null> {
  if (!isUuid(id)) return null;
  const row = await tx.maybeOne<{ command: AdminCommand }>(sql`
    SELECT json_build_object(${fields}, 'steps', ${steps}, 'log', ${logLines(sql`g.command_id = c.id`, maxLogLines)}) AS command
      FROM command c ${joins} WHERE c.id = ${id}`);
  return row?.command ?? null;
}
