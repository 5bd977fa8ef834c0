/** SQL of findings. It runs as boreal_system: they belong to no tenant. */
import type { z } from "zod";
import type {
  FindingDetail,
  FindingKind,
  infrastructure as endpoints,
} from "#contracts/infrastructure.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";

export interface FoundDifference {
  kind: FindingKind;
  reference: string;
  instanceId: string | null;
  detail: FindingDetail;
}

/** A difference that is open already keeps its first time and the details that the new one lacks. */
export async function upsertFindings(
  tx: Tx,
  now: Date,
  regionHandle: string,
  found: readonly FoundDifference[],
): Promise<void> {
  if (found.length === 0) return;
  await tx.execute(sql`
    INSERT INTO infrastructure_finding AS f (id, region_handle, kind, reference, instance_id, detail, first_seen_at, last_seen_at)
    SELECT one.id, ${regionHandle}, one.kind, one.reference, one.instance_id, one.detail, ${now}, ${now}
      FROM unnest(${found.map(() => uuidv7(now))}::uuid[], ${found.map(({ kind }) => kind)}::text[],
        ${found.map(({ reference }) => reference.slice(0, 255))}::text[], ${found.map(({ instanceId }) => instanceId)}::uuid[],
        ${found.map(({ detail }) => JSON.stringify(detail))}::jsonb[]) AS one (id, kind, reference, instance_id, detail)
     ORDER BY one.kind, one.reference
    ON CONFLICT (region_handle, kind, reference) WHERE resolved_at IS NULL
    DO UPDATE SET last_seen_at = ${now}, detail = f.detail || excluded.detail, instance_id = coalesce(excluded.instance_id, f.instance_id)`);
}

/** Resolves open findings of these kinds that are not among `found`. */
export const resolveOtherFindings = (
  tx: Tx,
  now: Date,
  regionHandle: string,
  kinds: readonly FindingKind[],
  found: readonly FoundDifference[],
): Promise<number> =>
  tx.execute(sql`
    UPDATE infrastructure_finding f SET resolved_at = ${now}
     WHERE f.region_handle = ${regionHandle} AND f.resolved_at IS NULL AND f.kind = ANY(${[...kinds]})
       AND NOT EXISTS (SELECT FROM unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ reference }) => reference.slice(0, 255))}::text[])
         AS one (kind, reference) WHERE one.kind = f.kind AND one.reference = f.reference)`);

/**
 * Resolves findings about instances that have left the state they report, by a command or at the provider, and marks
 * the others as seen: the comparison holds until the provider reports a change.
 */
export const updateInstanceFindings = async (
  tx: Tx,
  now: Date,
  regionHandle: string,
): Promise<void> => {
  const isOpen = sql`f.region_handle = ${regionHandle} AND f.resolved_at IS NULL AND f.kind IN ('instance_gone', 'instance_changed')`;
  await tx.execute(sql`
    UPDATE infrastructure_finding f
       SET resolved_at = CASE WHEN f.detail->>'to' IS DISTINCT FROM concat_ws(' ', i.status, i.status_reason) THEN ${now}::timestamptz END,
           last_seen_at = ${now}
      FROM instance i WHERE ${isOpen} AND i.id = f.instance_id`);
};

export interface StuckCommand {
  id: string;
  kind: string;
  instanceId: string | null;
  updatedAt: Date;
}

/** Commands that were started and have not changed since `idleBefore`, or were requested before `lateBefore`. */
export const listStuckCommands = (
  tx: Tx,
  regionHandle: string,
  { idleBefore, lateBefore }: { idleBefore: Date; lateBefore: Date },
): Promise<StuckCommand[]> =>
  tx.many(sql`
    SELECT c.id, c.kind, c.instance_id AS "instanceId", c.updated_at AS "updatedAt" FROM command c
     WHERE c.region_handle = ${regionHandle} AND c.status IN ('queued', 'running')
       AND ((c.updated_at < ${idleBefore} AND (c.holds_slot OR c.status = 'running')) OR c.created_at < ${lateBefore})
     ORDER BY c.updated_at, c.id LIMIT 100`);

export const deleteFindingsResolvedBefore = (tx: Tx, before: Date): Promise<number> =>
  tx.execute(sql`DELETE FROM infrastructure_finding WHERE resolved_at < ${before}`);

export const countOpenFindings = (
  tx: Tx,
): Promise<{ regionHandle: string; kind: FindingKind; count: number }[]> =>
  tx.many(sql`SELECT region_handle AS "regionHandle", kind, count(*)::integer AS count FROM infrastructure_finding
    WHERE resolved_at IS NULL GROUP BY region_handle, kind`);

export const listRegionHandles = async (tx: Tx): Promise<string[]> =>
  (await tx.many<{ handle: string }>(sql`SELECT handle FROM region`)).map(({ handle }) => handle);

const sorts = {
  firstSeenAt: { column: raw("f.first_seen_at"), type: "timestamptz" },
  lastSeenAt: { column: raw("f.last_seen_at"), type: "timestamptz" },
} as const;

export function listFindings(query: z.output<(typeof endpoints)["findings"]["query"]>): ListQuery {
  const { state = "open", kind = [], regionHandle } = query;
  return {
    from: sql`infrastructure_finding f`,
    alias: "f",
    where: [
      state === "open" ? sql`f.resolved_at IS NULL` : sql`f.resolved_at IS NOT NULL`,
      ...(kind.length === 0 ? [] : [sql`f.kind = ANY(${[...kind]})`]),
      ...(regionHandle === undefined ? [] : [sql`f.region_handle = ${regionHandle}`]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "firstSeenAt", descending: true }),
    rowJson: sql`json_build_object('id', f.id, 'kind', f.kind, 'reference', f.reference, 'detail', f.detail,
      'region', json_build_object('handle', r.handle, 'name', r.name),
      'instance', CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'hostname', i.hostname,
        'workspace', json_build_object('id', w.id, 'handle', w.handle)) END,
      'firstSeenAt', ${isoTimestamp("f.first_seen_at")}, 'lastSeenAt', ${isoTimestamp("f.last_seen_at")},
      'resolvedAt', ${isoTimestamp("f.resolved_at")})`,
    joins: sql`
      JOIN region r ON r.handle = f.region_handle
      LEFT JOIN instance i ON i.id = f.instance_id
      LEFT JOIN workspace w ON w.id = i.workspace_id`,
    page: query,
  };
}
