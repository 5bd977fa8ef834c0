/** SQL of usage and cost. */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";

export interface MeteredInstance {
  readonly id: string;
  readonly workspaceId: string;
}

/**
 * Bills moved instances to their current project from `second` on; earlier usage keeps its project. An
 * interval inside its billed minimum is reassigned instead of split, so moving never costs more.
 */
export async function splitUsageIntervals(
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  second: number,
): Promise<void> {
  const moved = sql`u.workspace_id = ${workspaceId} AND u.instance_id = ANY(${[...instanceIds]}) AND u.end_second IS NULL
    AND i.workspace_id = u.workspace_id AND i.id = u.instance_id AND i.project_id IS DISTINCT FROM u.project_id`;
  await tx.execute(sql`
    UPDATE usage_interval u SET project_id = i.project_id FROM instance i
     WHERE ${moved} AND ${second}::bigint < u.start_second + CASE u.interval_number WHEN 1 THEN 60 ELSE 1 END`);
  await tx.execute(sql`
    WITH ended AS (
      UPDATE usage_interval u SET end_second = ${second} FROM instance i
       WHERE ${moved} RETURNING u.*, i.project_id AS moved_to
    )
    INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
    SELECT workspace_id, instance_id, interval_number + 1, moved_to, product_id, price_snapshot_id, rate_micros_per_hour, end_second FROM ended`);
}

/** Locks the instance, which serializes changes of its metering. */
export const lockMeteredInstance = (tx: Tx, { id, workspaceId }: MeteredInstance) =>
  tx.execute(
    sql`SELECT FROM instance WHERE id = ${id} AND workspace_id = ${workspaceId} FOR UPDATE`,
  );

export const insertMeterEvent = (
  tx: Tx,
  { id, workspaceId }: MeteredInstance,
  kind: "start" | "stop",
  at: Date,
) =>
  tx.execute(sql`
    INSERT INTO meter_event (id, workspace_id, instance_id, sequence, kind, at, received_at)
    SELECT ${uuidv7(at)}, ${workspaceId}, ${id}, coalesce(max(sequence), 0) + 1, ${kind}, ${at}, ${at} FROM meter_event WHERE instance_id = ${id}`);

/** Returns false when an interval is open already. */
export async function openUsageInterval(
  tx: Tx,
  instance: MeteredInstance,
  second: number,
): Promise<boolean> {
  const opened = await tx.execute(sql`
    INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
    SELECT i.workspace_id, i.id, coalesce(past.interval_number, 0) + 1, i.project_id, i.product_id, i.price_snapshot_id, i.rate_micros_per_hour,
           greatest(${second}::bigint, past.end_second)
      FROM instance i
      LEFT JOIN LATERAL (SELECT max(interval_number) AS interval_number, max(end_second) AS end_second FROM usage_interval WHERE instance_id = i.id) past ON true
     WHERE i.id = ${instance.id} AND i.workspace_id = ${instance.workspaceId}
       AND NOT EXISTS (SELECT FROM usage_interval WHERE instance_id = i.id AND end_second IS NULL)`);
  return opened === 1;
}

/** Returns false when no interval is open. */
export async function closeUsageInterval(
  tx: Tx,
  instance: MeteredInstance,
  second: number,
): Promise<boolean> {
  const closed = await tx.execute(sql`
    UPDATE usage_interval SET end_second = greatest(${second}::bigint, start_second)
     WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} AND end_second IS NULL`);
  return closed === 1;
}

export interface ExpenditureLine {
  projectId: string | null;
  projectName: string | null;
  productId: string;
  productName: string;
  rateMicrosPerHour: number;
  seconds: number;
  cents: number;
  projectedCents: number;
  /** Rate of the intervals that are open. */
  hourlyRate: number;
}

interface InstanceRow {
  id: string;
  hostname: string;
  status: string;
  seconds: number;
  cents: number;
  hourlyRate: number;
}

/** Epoch seconds. Usage from `from` to `to` is billed; `end` is the end of the month. */
export interface ExpenditurePeriod {
  from: number;
  to: number;
  end: number;
}

/**
 * Whether usage of an interval `u` is billed between two seconds. The first condition on its end follows from the
 * second and is the one that `usage_interval_end_second_idx` serves, so that usage of earlier months is not read.
 */
export const isBilled = (workspace: string | Sql, from: number, to: number): Sql => sql`
  u.workspace_id = ${workspace} AND u.start_second <= ${to}
  AND (u.end_second IS NULL OR u.end_second > ${from}::bigint - 60)
  AND (u.end_second IS NULL OR greatest(u.end_second, u.start_second + 60) > ${from})`;

/**
 * Usage intervals of the month with their billed seconds until now, and until the end of the month if every instance
 * keeps running. MATERIALIZED, because PostgreSQL otherwise sorts them instead of hashing the few groups: beside the
 * estimate of the policy's subquery, which is not executed for most roles, the costs of both seem equal.
 */
const usedSeconds = (workspace: string | Sql, { from, to, end }: ExpenditurePeriod): Sql => sql`
  used AS MATERIALIZED (
    SELECT u.workspace_id, u.instance_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour,
           u.end_second IS NULL AS is_open,
           billed_seconds(u.interval_number, u.start_second, u.end_second, ${from}, ${to}) AS seconds,
           billed_seconds(u.interval_number, u.start_second, u.end_second, ${from}, ${end}) AS projected_seconds
      FROM usage_interval u
     WHERE ${isBilled(workspace, from, to)})`;

/**
 * The lines of invoices of some workspaces: usage of one project, product and price in the period, rounded once. The
 * month so far, drafts and invoices all use it. The intervals of a line have one rate, so their seconds are summed before
 * they are rated. The project may be deleted since.
 */
const usageLines = (workspaceIds: readonly string[], period: ExpenditurePeriod): Sql => sql`
  ${usedSeconds(sql`ANY(${[...workspaceIds]}::uuid[])`, period)}, line AS (
    SELECT u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, sum(u.seconds)::bigint AS seconds,
           u.rate_micros_per_hour * sum(u.seconds) AS exact_cost, round_to_cents(u.rate_micros_per_hour * sum(u.seconds)) AS cents,
           round_to_cents(u.rate_micros_per_hour * sum(u.projected_seconds)) AS projected_cents,
           (u.rate_micros_per_hour * count(*) FILTER (WHERE u.is_open))::bigint AS hourly_rate
      FROM used u
     GROUP BY u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)`;

export const listExpenditureLines = (
  tx: Tx,
  workspaceId: string,
  period: ExpenditurePeriod,
): Promise<ExpenditureLine[]> =>
  tx.many<ExpenditureLine>(sql`
      WITH ${usageLines([workspaceId], period)}
      SELECT p.id AS "projectId", p.name AS "projectName", d.id AS "productId", d.name AS "productName",
             l.rate_micros_per_hour AS "rateMicrosPerHour", l.seconds, l.cents, l.projected_cents AS "projectedCents", l.hourly_rate AS "hourlyRate"
        FROM line l
        LEFT JOIN project p ON p.workspace_id = l.workspace_id AND p.id = l.project_id
        JOIN product d ON d.id = l.product_id
       ORDER BY l.cents DESC, d.name, p.name, l.price_snapshot_id`);

export interface UsageLine {
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly productId: string;
  readonly productName: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
  readonly seconds: number;
  /** Whole units as text. */
  readonly exactCost: string;
  readonly cents: number;
}

/** Lines of a month that has ended, of many workspaces. */
export const listUsageLines = (
  tx: Tx,
  workspaceIds: readonly string[],
  { from, end }: Pick<ExpenditurePeriod, "from" | "end">,
): Promise<UsageLine[]> =>
  tx.many<UsageLine>(sql`
      WITH ${usageLines(workspaceIds, { from, to: end, end })}
      SELECT l.workspace_id AS "workspaceId", l.project_id AS "projectId", p.name AS "projectName", l.product_id AS "productId", d.name AS "productName",
             l.price_snapshot_id AS "priceSnapshotId", l.rate_micros_per_hour AS "rateMicrosPerHour", l.seconds, l.exact_cost::text AS "exactCost", l.cents
        FROM line l
        LEFT JOIN project p ON p.workspace_id = l.workspace_id AND p.id = l.project_id
        JOIN product d ON d.id = l.product_id
       WHERE l.seconds > 0
       ORDER BY l.workspace_id, l.cents DESC, d.name, p.name, l.price_snapshot_id`);

export const listInstanceCosts = (
  tx: Tx,
  workspaceId: string,
  period: ExpenditurePeriod,
): Promise<InstanceRow[]> =>
  tx.many<InstanceRow>(sql`
      WITH ${usedSeconds(workspaceId, period)}
      SELECT i.id, i.hostname, i.status, sum(u.seconds)::bigint AS seconds,
             round_to_cents(sum(u.rate_micros_per_hour * u.seconds::numeric)) AS cents,
             coalesce(sum(u.rate_micros_per_hour) FILTER (WHERE u.is_open), 0)::bigint AS "hourlyRate"
        FROM used u JOIN instance i ON i.workspace_id = u.workspace_id AND i.id = u.instance_id
       GROUP BY i.id, i.hostname, i.status ORDER BY cents DESC, i.hostname, i.id`);
