/** SQL of the home page, under row-level security. */
import { type Attention, attentionKinds } from "#contracts/workspaces.ts";
import { type Tx, empty, join, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { billedStatuses } from "./store.ts";

interface OverviewCounts {
  /** Instances by status; null when there are none. */
  by_status: Record<string, number> | null;
  by_region: { handle: string; name: string; count: number }[];
  billed_rate_micros: number;
  projects: number;
  credentials: number;
  members: number;
}

export const readOverviewCounts = (tx: Tx, workspaceId: string): Promise<OverviewCounts> =>
  tx.one<OverviewCounts>(sql`
    WITH counted AS (
      SELECT status, region_handle, sum(instance_count)::bigint AS n, sum(rate_micros)::bigint AS rate_micros
        FROM instance_counter WHERE workspace_id = ${workspaceId} GROUP BY status, region_handle HAVING sum(instance_count) <> 0
    )
    SELECT (SELECT jsonb_object_agg(status, n) FROM (SELECT status, sum(n)::bigint AS n FROM counted GROUP BY status) s) AS by_status,
           (SELECT coalesce(json_agg(json_build_object('handle', r.handle, 'name', r.name, 'count', s.n) ORDER BY s.n DESC, r.name), '[]')
              FROM (SELECT region_handle, sum(n)::bigint AS n FROM counted WHERE status <> 'terminated' GROUP BY region_handle) s
              JOIN region r ON r.handle = s.region_handle) AS by_region,
           (SELECT coalesce(sum(rate_micros), 0)::bigint FROM counted WHERE status IN ${billedStatuses}) AS billed_rate_micros,
           (SELECT count(*) FROM project WHERE workspace_id = ${workspaceId}) AS projects,
           (SELECT count(*) FROM credential WHERE workspace_id = ${workspaceId}) AS credentials,
           (SELECT count(*) FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND expired_at IS NULL) AS members`);

/** Objects that a row names; the rest is counted. */
const maxNamed = 3;
/** A build is slow after this time, and after this many times the usual duration of its steps. */
const slowBuildSeconds = 600;
const slowBuildFactor = 5;
const tokenExpiryWarningDays = 14;

interface AttentionOptions {
  readonly workspaceId: string;
  readonly now: Date;
  readonly instances: boolean;
  readonly tokens: boolean;
  readonly invites: boolean;
}

/** Returns what needs attention, most urgent first; of each kind only what the caller may see. */
export async function listAttention(tx: Tx, options: AttentionOptions): Promise<Attention[]> {
  const { workspaceId, now } = options;
  const found = [
    options.instances
      ? sql`
        SELECT CASE status WHEN 'error' THEN 'instance_failed' ELSE 'instance_unreachable' END AS kind, id, hostname::text AS name, NULL::timestamptz AS at, status_reason AS reason, created_at AS position
          FROM instance WHERE workspace_id = ${workspaceId} AND status IN ('error', 'unknown')
        UNION ALL
        SELECT 'instance_slow', i.id, i.hostname::text, i.created_at, i.status_reason, i.created_at
          FROM instance i
         WHERE i.workspace_id = ${workspaceId} AND i.status IN ('pending', 'building')
           AND i.created_at < ${now}::timestamptz - make_interval(secs => greatest(${slowBuildSeconds}::integer, ${slowBuildFactor}::integer * (
                 SELECT coalesce(sum(l.typical_seconds), 0) FROM instance_log l JOIN command c ON c.id = l.command_id AND c.kind = 'create'
                  WHERE l.instance_id = i.id)))`
      : empty,
    options.tokens
      ? sql`
        SELECT 'token_expiring' AS kind, id, name, expires_at AS at, NULL::text AS reason, expires_at AS position
          FROM access_token
         WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL AND rotated_at IS NULL AND expires_at > ${now}
           AND expires_at <= ${now}::timestamptz + make_interval(days => ${tokenExpiryWarningDays})`
      : empty,
    options.invites
      ? sql`
        SELECT 'invite_open' AS kind, id, email AS name, expires_at AS at, NULL::text AS reason, expires_at AS position
          FROM invite WHERE workspace_id = ${workspaceId} AND status = 'pending' AND expires_at > ${now}`
      : empty,
  ].filter((part) => part !== empty);
  if (found.length === 0) return [];
  return await tx.many<Attention>(sql`
    SELECT kind, max(total)::integer AS count, json_agg(json_build_object('id', id, 'name', name) ORDER BY row) AS objects,
           ${isoTimestamp("min(at)")} AS at, CASE WHEN min(first_reason) = max(last_reason) AND max(reasons) = max(total) THEN min(first_reason) END AS reason
      FROM (
        SELECT found.*, count(*) OVER same AS total, min(reason) OVER same AS first_reason, max(reason) OVER same AS last_reason,
               count(reason) OVER same AS reasons, row_number() OVER (PARTITION BY kind ORDER BY position, id) AS row
          FROM (${join(found, " UNION ALL ")}) found
        WINDOW same AS (PARTITION BY kind)
      ) ranked
     WHERE row <= ${maxNamed}
     GROUP BY kind ORDER BY array_position(${[...attentionKinds]}::text[], kind)`);
}
