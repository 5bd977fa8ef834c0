/**
 * When a machine is billed. Each change is an event, once, folded into whole-second intervals in the
 * same transaction as the change that caused it. The same change again does nothing.
 */
import { sql, type Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";

export interface MeteredInstance {
  readonly id: string;
  readonly workspaceId: string;
}

export const toEpochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Opens an interval from `at` at the price of the order; nothing happens while one is open. */
export async function startMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockInstance(tx, instance);
  const opened = await tx.execute(sql`
    INSERT INTO usage_interval (workspace_id, instance_id, segment, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
    SELECT i.workspace_id, i.id, coalesce(past.segment, 0) + 1, i.project_id, i.product_id, i.price_snapshot_id, i.rate_micros_per_hour,
           greatest(${toEpochSeconds(at)}::bigint, past.end_second)
      FROM instance i
      LEFT JOIN LATERAL (SELECT max(segment) AS segment, max(end_second) AS end_second FROM usage_interval WHERE instance_id = i.id) past ON true
     WHERE i.id = ${instance.id} AND i.workspace_id = ${instance.workspaceId}
       AND NOT EXISTS (SELECT FROM usage_interval WHERE instance_id = i.id AND end_second IS NULL)`);
  if (opened === 1) await insertMeterEvent(tx, instance, "start", at);
}

/** Closes the open interval at `at`; nothing happens where none is open. */
export async function stopMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockInstance(tx, instance);
  const closed = await tx.execute(sql`
    UPDATE usage_interval SET end_second = greatest(${toEpochSeconds(at)}::bigint, start_second)
     WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} AND end_second IS NULL`);
  if (closed === 1) await insertMeterEvent(tx, instance, "stop", at);
}

/**
 * From `at` on, machines that have moved are billed to the project they are in now; what was before
 * stays where it was. Nothing becomes dearer: the minimum of a life's first minute is not cut in two.
 */
export async function splitUsageByProject(
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  at: Date,
): Promise<void> {
  const second = toEpochSeconds(at);
  const moved = sql`u.workspace_id = ${workspaceId} AND u.instance_id = ANY(${[...instanceIds]}) AND u.end_second IS NULL
    AND i.workspace_id = u.workspace_id AND i.id = u.instance_id AND i.project_id IS DISTINCT FROM u.project_id`;
  await tx.execute(sql`
    UPDATE usage_interval u SET project_id = i.project_id FROM instance i
     WHERE ${moved} AND ${second}::bigint < u.start_second + CASE u.segment WHEN 1 THEN 60 ELSE 1 END`);
  await tx.execute(sql`
    WITH ended AS (
      UPDATE usage_interval u SET end_second = ${second} FROM instance i
       WHERE ${moved} RETURNING u.*, i.project_id AS moved_to
    )
    INSERT INTO usage_interval (workspace_id, instance_id, segment, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
    SELECT workspace_id, instance_id, segment + 1, moved_to, product_id, price_snapshot_id, rate_micros_per_hour, end_second FROM ended`);
}

/** Changes of one machine's metering wait for each other, so each sees what the one before it left. */
const lockInstance = (tx: Tx, { id, workspaceId }: MeteredInstance) =>
  tx.execute(
    sql`SELECT FROM instance WHERE id = ${id} AND workspace_id = ${workspaceId} FOR UPDATE`,
  );

const insertMeterEvent = (
  tx: Tx,
  { id, workspaceId }: MeteredInstance,
  kind: "start" | "stop",
  at: Date,
) =>
  tx.execute(sql`
    INSERT INTO meter_event (id, workspace_id, instance_id, seq, kind, at, received_at)
    SELECT ${uuidv7(at)}, ${workspaceId}, ${id}, coalesce(max(seq), 0) + 1, ${kind}, ${at}, ${at} FROM meter_event WHERE instance_id = ${id}`);
