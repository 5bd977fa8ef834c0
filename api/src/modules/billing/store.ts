/** SQL of usage and cost. */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";
import { toEpochSeconds } from "./metering.ts";

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

/** Epoch seconds. Usage from `from` to `to` is billed. */
interface UsagePeriod {
  readonly from: number;
  readonly to: number;
}

/** `end` is the end of the month. */
export interface ExpenditurePeriod extends UsagePeriod {
  readonly end: number;
}

/** Billed seconds of a row of `billed_usage`. Quantities count as that many instances. */
export const secondsOf = (row: Sql): Sql =>
  sql`${row}.quantity * (${row}.end_second - ${row}.start_second)`;
/** Exact cost of a row of `billed_usage`. */
export const unitsOf = (row: Sql): Sql =>
  sql`${row}.rate_micros_per_hour * (${secondsOf(row)})::numeric + ${row}.extra_units`;

/**
 * The lines of invoices of some workspaces: usage of one project, product and price in the period, rounded once. The
 * month so far, drafts and invoices all use it. The project may be deleted since. MATERIALIZED, because PostgreSQL
 * otherwise sorts the rows instead of hashing the few groups.
 */
export const usageLines = (workspaceIds: readonly string[], { from, to }: UsagePeriod): Sql => sql`
  used AS MATERIALIZED (SELECT * FROM billed_usage(${[...workspaceIds]}::uuid[], ${from}::bigint, ${to}::bigint)), line AS (
    SELECT u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, sum(${secondsOf(sql`u`)})::bigint AS seconds,
           sum(${unitsOf(sql`u`)}) AS exact_cost, round_to_cents(sum(${unitsOf(sql`u`)})) AS cents,
           coalesce(sum(u.rate_micros_per_hour * u.quantity) FILTER (WHERE u.is_open), 0)::bigint AS hourly_rate
      FROM used u
     GROUP BY u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)`;

/** The lines so far, and what they cost at the end of the month if everything keeps running. */
export const listExpenditureLines = (
  tx: Tx,
  workspaceId: string,
  { from, to, end }: ExpenditurePeriod,
): Promise<ExpenditureLine[]> =>
  tx.many<ExpenditureLine>(sql`
      WITH ${usageLines([workspaceId], { from, to })}, projected AS MATERIALIZED (
        SELECT u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, round_to_cents(sum(${unitsOf(sql`u`)})) AS cents
          FROM billed_usage(${[workspaceId]}::uuid[], ${from}::bigint, ${end}::bigint) u
         GROUP BY u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)
      SELECT p.id AS "projectId", p.name AS "projectName", d.id AS "productId", d.name AS "productName",
             f.rate_micros_per_hour AS "rateMicrosPerHour", coalesce(l.seconds, 0) AS seconds, coalesce(l.cents, 0) AS cents,
             f.cents AS "projectedCents", coalesce(l.hourly_rate, 0) AS "hourlyRate"
        FROM projected f
        LEFT JOIN line l ON l.project_id IS NOT DISTINCT FROM f.project_id AND l.product_id = f.product_id
         AND l.price_snapshot_id = f.price_snapshot_id AND l.rate_micros_per_hour = f.rate_micros_per_hour
        LEFT JOIN project p ON p.workspace_id = ${workspaceId} AND p.id = f.project_id
        JOIN product d ON d.id = f.product_id
       ORDER BY coalesce(l.cents, 0) DESC, d.name, p.name, f.price_snapshot_id`);

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
  period: UsagePeriod,
): Promise<UsageLine[]> =>
  tx.many<UsageLine>(sql`
      WITH ${usageLines(workspaceIds, period)}
      SELECT l.workspace_id AS "workspaceId", l.project_id AS "projectId", p.name AS "projectName", l.product_id AS "productId", d.name AS "productName",
             l.price_snapshot_id AS "priceSnapshotId", l.rate_micros_per_hour AS "rateMicrosPerHour", l.seconds, l.exact_cost::text AS "exactCost", l.cents
        FROM line l
        LEFT JOIN project p ON p.workspace_id = l.workspace_id AND p.id = l.project_id
        JOIN product d ON d.id = l.product_id
       WHERE l.seconds > 0 OR l.exact_cost > 0
       ORDER BY l.workspace_id, l.cents DESC, d.name, p.name, l.price_snapshot_id`);

export const listInstanceCosts = (
  tx: Tx,
  workspaceId: string,
  { from, to }: UsagePeriod,
): Promise<InstanceRow[]> =>
  tx.many<InstanceRow>(sql`
      SELECT i.id, i.hostname, i.status, u.seconds, u.cents, u.hourly_rate AS "hourlyRate"
        FROM (SELECT b.instance_id, sum(${secondsOf(sql`b`)})::bigint AS seconds, round_to_cents(sum(${unitsOf(sql`b`)})) AS cents,
                     coalesce(sum(b.rate_micros_per_hour * b.quantity) FILTER (WHERE b.is_open), 0)::bigint AS hourly_rate
                FROM billed_usage(${[workspaceId]}::uuid[], ${from}::bigint, ${to}::bigint) b GROUP BY b.instance_id) u
        JOIN instance i ON i.workspace_id = ${workspaceId} AND i.id = u.instance_id
       ORDER BY u.cents DESC, i.hostname, i.id`);

/**
 * Cents of usage that no invoice has yet, of all projects: the month so far, and months that have ended and are not
 * closed. What is left of a balance is without it.
 */
export async function readUninvoicedCents(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  const row = await tx.one<{ cents: number }>(
    sql`SELECT cents FROM uninvoiced_usage(${workspaceId}, ${toEpochSeconds(now)})`,
  );
  return row.cents;
}

/** The active instance that is powered off first: as `lockActiveInstances` of the module instances orders them. */
export const findFirstToStop = (tx: Tx, workspaceId: string) =>
  tx.maybeOne<{ id: string; hostname: string }>(sql`
      SELECT id, hostname FROM instance WHERE workspace_id = ${workspaceId} AND status = 'active' AND status_reason IS NULL
       ORDER BY rate_micros_per_hour DESC, id LIMIT 1`);
