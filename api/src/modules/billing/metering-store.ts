/** SQL of meter events and of the intervals that are folded from them. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { FoldedInterval, MeterEvent } from "./fold-meter-events.ts";

export interface MeteredInstance {
  readonly id: string;
  readonly workspaceId: string;
}

/** Locks instances, which serializes changes of their metering. The fixed order prevents deadlocks. */
export const lockMeteredInstances = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`SELECT FROM instance WHERE id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`);

/** What a start of the instance records, and what is known of it. Times in seconds since 1970. */
export interface MeterState {
  readonly id: string;
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
  /** Time of its newest event, without those that were recorded ahead of their time. */
  readonly newestAt: Date | null;
  /** Its intervals were written without events. */
  readonly isUnrecorded: boolean;
}

export const listMeterStates = (tx: Tx, ids: readonly string[]): Promise<MeterState[]> =>
  tx.many<MeterState>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.project_id AS "projectId", i.product_id AS "productId", i.price_snapshot_id AS "priceSnapshotId",
           i.rate_micros_per_hour AS "rateMicrosPerHour",
           (SELECT max(e.at) FROM meter_event e WHERE e.instance_id = i.id AND e.at <= e.received_at) AS "newestAt",
           EXISTS (SELECT FROM usage_interval u WHERE u.instance_id = i.id) AND NOT EXISTS (SELECT FROM meter_event e WHERE e.instance_id = i.id) AS "isUnrecorded"
      FROM instance i WHERE i.id = ANY(${[...ids]}) ORDER BY i.id`);

/** Records events for intervals of instances without events. */
export const recordExistingIntervals = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`SELECT record_existing_intervals(${[...ids]}::uuid[])`);

export interface NewMeterEvent {
  /** The same event has the same id, however often it arrives. */
  readonly id: string;
  readonly instanceId: string;
  readonly workspaceId: string;
  /** Its place among the events of the instance; null: the next one. */
  readonly sequence: number | null;
  readonly kind: MeterEvent["kind"];
  readonly at: Date;
  readonly projectId: string | null;
  readonly productId: string | null;
  readonly priceSnapshotId: string | null;
  readonly rateMicrosPerHour: number | null;
  readonly quantity: number | null;
}

/** Has no effect on events that are recorded. The caller holds the locks of the instances. Returns how many are new. */
export const insertMeterEvents = (
  tx: Tx,
  events: readonly NewMeterEvent[],
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO meter_event (id, workspace_id, instance_id, sequence, kind, at, received_at, project_id, product_id, price_snapshot_id, rate_micros_per_hour, quantity)
    SELECT e.id, e."workspaceId", e."instanceId",
           coalesce(e.sequence, (SELECT coalesce(max(m.sequence), 0) FROM meter_event m WHERE m.instance_id = e."instanceId")
             + row_number() OVER (PARTITION BY e."instanceId", e.sequence IS NULL ORDER BY e.at, e.id)), e.kind, e.at, ${now},
           e."projectId", e."productId", e."priceSnapshotId", e."rateMicrosPerHour", e.quantity
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e (id uuid, "workspaceId" uuid, "instanceId" uuid, sequence integer, kind text, at timestamptz,
             "projectId" uuid, "productId" uuid, "priceSnapshotId" uuid, "rateMicrosPerHour" bigint, quantity integer)
    ON CONFLICT DO NOTHING`);

/** How many of the ids are recorded. */
export const countMeterEvents = async (tx: Tx, ids: readonly string[]): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`SELECT count(*) AS count FROM meter_event WHERE id = ANY(${[...ids]})`,
    )
  ).count;

type MeterEventRow = readonly [
  instanceId: string,
  second: number,
  kind: MeterEvent["kind"],
  projectId: string | null,
  quantity: number | null,
  productId: string | null,
  priceSnapshotId: string | null,
  rateMicrosPerHour: number | null,
  granularitySeconds: number | null,
  minimumSeconds: number | null,
  capHours: number | null,
];

/** Events by instance, in the order in which they are folded. */
export async function listMeterEvents(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MeterEvent[]>> {
  const rows = await tx.tuples<MeterEventRow>(sql`
    SELECT e.instance_id, floor(extract(epoch FROM e.at))::bigint AS second, e.kind, e.project_id, e.quantity, e.product_id, e.price_snapshot_id,
           e.rate_micros_per_hour, s.granularity_seconds, s.minimum_seconds, s.cap_hours
      FROM meter_event e LEFT JOIN price_snapshot s ON s.id = e.price_snapshot_id
     WHERE e.instance_id = ANY(${[...ids]}) ORDER BY e.instance_id, second, e.sequence`);
  const events = new Map<string, MeterEvent[]>();
  for (const row of rows) {
    const [instanceId] = row;
    const found = events.get(instanceId) ?? [];
    found.push(toEvent(row));
    events.set(instanceId, found);
  }
  return events;
}

function toEvent([, second, kind, projectId, quantity, ...price]: MeterEventRow): MeterEvent {
  if (kind === "stop") return { kind, second };
  if (kind === "move") return { kind, second, projectId };
  if (kind === "quantity") return { kind, second, quantity: quantity ?? 1 };
  const [
    productId,
    priceSnapshotId,
    rateMicrosPerHour,
    granularitySeconds,
    minimumSeconds,
    capHours,
  ] = price;
  if (productId === null || priceSnapshotId === null) throw new Error(`A ${kind} has no price`);
  const rules = {
    productId,
    priceSnapshotId,
    rateMicrosPerHour: rateMicrosPerHour ?? 0,
    granularitySeconds: granularitySeconds ?? 1,
    minimumSeconds: minimumSeconds ?? 0,
    capHours,
  };
  return kind === "start"
    ? { kind, second, projectId, quantity: quantity ?? 1, price: rules }
    : { kind, second, price: rules };
}

export interface IntervalRow extends FoldedInterval {
  readonly workspaceId: string;
  readonly instanceId: string;
  /** From 1. */
  readonly number: number;
}

/** Replaces the intervals of instances. Only rows that differ are written. */
export async function saveIntervals(
  tx: Tx,
  instanceIds: readonly string[],
  intervals: readonly IntervalRow[],
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(intervals)}::jsonb) AS n ("workspaceId" uuid, "instanceId" uuid, number integer, "projectId" uuid,
    "productId" uuid, "priceSnapshotId" uuid, "rateMicrosPerHour" bigint, quantity integer, "granularitySeconds" integer, "minimumSeconds" integer,
    "capHours" integer, "startSecond" bigint, "endSecond" bigint, "billedStartSecond" bigint, "billedEndSecond" bigint)`;
  await tx.execute(sql`
    DELETE FROM usage_interval u WHERE u.instance_id = ANY(${[...instanceIds]})
       AND NOT EXISTS (SELECT FROM ${wanted} WHERE n."instanceId" = u.instance_id AND n.number = u.interval_number)`);
  // In order of time, so that an interval ends before the next one is open. The setting keeps the given billed time.
  await tx.execute(sql`
    WITH folding AS MATERIALIZED (SELECT set_config('app.is_folding', 'on', true))
    INSERT INTO usage_interval AS u (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, quantity,
      granularity_seconds, minimum_seconds, cap_hours, start_second, end_second, billed_start_second, billed_end_second)
    SELECT n."workspaceId", n."instanceId", n.number, n."projectId", n."productId", n."priceSnapshotId", n."rateMicrosPerHour", n.quantity,
           n."granularitySeconds", n."minimumSeconds", n."capHours", n."startSecond", n."endSecond", n."billedStartSecond", n."billedEndSecond"
      FROM folding CROSS JOIN ${wanted} ORDER BY n."instanceId", n.number
    ON CONFLICT (instance_id, interval_number) DO UPDATE SET project_id = excluded.project_id, product_id = excluded.product_id,
      price_snapshot_id = excluded.price_snapshot_id, rate_micros_per_hour = excluded.rate_micros_per_hour, quantity = excluded.quantity,
      granularity_seconds = excluded.granularity_seconds, minimum_seconds = excluded.minimum_seconds, cap_hours = excluded.cap_hours,
      start_second = excluded.start_second, end_second = excluded.end_second, billed_start_second = excluded.billed_start_second,
      billed_end_second = excluded.billed_end_second
     WHERE (u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.quantity, u.granularity_seconds, u.minimum_seconds, u.cap_hours,
            u.start_second, u.end_second, u.billed_start_second, u.billed_end_second)
       IS DISTINCT FROM (excluded.project_id, excluded.product_id, excluded.price_snapshot_id, excluded.rate_micros_per_hour, excluded.quantity,
            excluded.granularity_seconds, excluded.minimum_seconds, excluded.cap_hours, excluded.start_second, excluded.end_second,
            excluded.billed_start_second, excluded.billed_end_second)`);
}
