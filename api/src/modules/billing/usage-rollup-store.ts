/** SQL of the roll-up of usage by hour. */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";

/** A workspace with more intervals than that in a period is read from the roll-up, which is faster then. */
export const rollupIntervals = 2_000;

/**
 * CTE `split` with the second up to which a report of [from, to) reads the roll-up; the rest comes from the intervals. It
 * is `from` for a workspace with few intervals or with hours that have to be rebuilt.
 */
export const rollupSplit = (
  workspaceId: string,
  from: number,
  to: number,
  isHourly = true,
): Sql => sql`
  split AS MATERIALIZED (
    SELECT CASE WHEN ${isHourly} AND w.from_second <= ${from}::bigint AND NOT EXISTS (SELECT FROM rollup.dirty_range d WHERE d.workspace_id = ${workspaceId})
                 AND (SELECT count(*) FROM (SELECT FROM usage_interval u WHERE u.workspace_id = ${workspaceId}
                        AND (u.billed_end_second IS NULL OR u.billed_end_second > ${from}::bigint) LIMIT ${rollupIntervals + 1}) i) > ${rollupIntervals}
                THEN greatest(${from}::bigint, least(w.upto, ${to}::bigint / 3600 * 3600)) ELSE ${from}::bigint END AS second
      FROM rollup.watermark w)`;

/** Metering waits while the lock is held, and the lock waits for changes that are not committed. */
export const lockRollup = (tx: Tx) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('rollup.usage_hour'))`);

interface Watermark {
  readonly fromSecond: number | null;
  readonly upto: number | null;
}

export const readWatermark = (tx: Tx): Promise<Watermark> =>
  tx.one<Watermark>(sql`SELECT from_second AS "fromSecond", upto FROM rollup.watermark`);

export const saveWatermark = (tx: Tx, fromSecond: number, upto: number) =>
  tx.execute(sql`UPDATE rollup.watermark SET from_second = ${fromSecond}, upto = ${upto}`);

/**
 * Writes hours that are not there, and the days they complete or change; null: of all workspaces. All hours before `upto`
 * are then in the roll-up. Returns about how many rows of hours it wrote.
 */
export async function fillHours(
  tx: Tx,
  { from, to, upto }: { readonly from: number; readonly to: number; readonly upto: number },
  workspaceIds: readonly string[] | null,
): Promise<number> {
  const ids = workspaceIds === null ? null : [...workspaceIds];
  const { rows } = await tx.one<{ rows: number }>(
    sql`SELECT fill_usage_hours(${from}::bigint, ${to}::bigint, ${ids}::uuid[]) AS rows`,
  );
  await tx.execute(
    sql`SELECT fill_usage_days(${from}::bigint, ${to}::bigint, ${upto}::bigint, ${ids}::uuid[])`,
  );
  return rows;
}

export const deleteHours = (tx: Tx, workspaceId: string, from: number, to: number) =>
  tx.execute(
    sql`DELETE FROM rollup.usage_hour WHERE workspace_id = ${workspaceId} AND hour >= to_timestamp(${from}::bigint) AND hour < to_timestamp(${to}::bigint)`,
  );

interface DirtyRange {
  readonly workspaceId: string;
  readonly from: number;
  readonly to: number;
}

/** Takes the ranges of at most `limit` workspaces, each as one range of whole hours. */
export const takeDirtyRanges = (tx: Tx, limit: number): Promise<DirtyRange[]> =>
  tx.many<DirtyRange>(sql`
    WITH taken AS (
      DELETE FROM rollup.dirty_range WHERE workspace_id IN (SELECT workspace_id FROM rollup.dirty_range GROUP BY workspace_id ORDER BY min(id) LIMIT ${limit})
      RETURNING workspace_id, from_second, to_second)
    SELECT workspace_id AS "workspaceId", min(from_second) / 3600 * 3600 AS "from", (max(to_second) + 3599) / 3600 * 3600 AS "to"
      FROM taken GROUP BY workspace_id`);

/**
 * Creates partitions of the months from `from` to `to`, and drops those that end before `keepFrom`, with their days. Returns
 * how many.
 */
export async function maintainPartitions(
  tx: Tx,
  { from, to, keepFrom }: { from: Date; to: Date; keepFrom: Date },
): Promise<number> {
  await tx.execute(
    sql`DELETE FROM rollup.usage_day WHERE day < (${keepFrom}::timestamptz AT TIME ZONE 'UTC')::date`,
  );
  const { count } = await tx.one<{ count: number }>(
    sql`SELECT maintain_usage_partitions(${from}, ${to}, ${keepFrom}) AS count`,
  );
  return count;
}
