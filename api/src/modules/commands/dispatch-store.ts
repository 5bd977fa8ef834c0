/** SQL of the slots of a region. A slot is held by an open command. */
import { sql, type Tx } from "../../core/db/db.ts";
import type { SlotLimits } from "../../ports/regions.ts";
import type { NewCommand } from "./create-store.ts";

const isOpen = sql`status IN ('queued', 'running', 'waiting')`;
const tenant = sql`coalesce(workspace_id::text, subject)`;

/**
 * Gives free slots to queued commands with these keys of definitions and returns them: first the workspaces that hold the fewest slots, then the
 * oldest command. One transaction at a time does it for a region.
 */
export async function takeSlots(
  tx: Tx,
  now: Date,
  regionHandle: string,
  limits: SlotLimits,
  keys: readonly string[],
): Promise<NewCommand[]> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtext('commands.dispatch'), hashtext(${regionHandle}))`,
  );
  return tx.many<NewCommand>(sql`
    WITH held AS (
      SELECT ${tenant} AS tenant, count(*) AS slots FROM command
       WHERE region_handle = ${regionHandle} AND ${isOpen} AND holds_slot GROUP BY 1
    ), queued AS (
      SELECT q.id, q.created_at, coalesce(held.slots, 0) + row_number() OVER (PARTITION BY q.tenant ORDER BY q.created_at, q.id) AS share
        FROM (SELECT id, created_at, ${tenant} AS tenant FROM command
               WHERE region_handle = ${regionHandle} AND status = 'queued' AND NOT holds_slot AND CASE variant WHEN 'bare_metal' THEN 'bare_metal.' || kind ELSE kind END = ANY(${[...keys]})) q
        LEFT JOIN held ON held.tenant = q.tenant
    )
    UPDATE command SET holds_slot = true, updated_at = ${now}
     WHERE status = 'queued' AND id IN (
       SELECT id FROM queued WHERE share <= ${limits.workspace} ORDER BY share, created_at, id
        LIMIT greatest(0, ${limits.region}::bigint - (SELECT coalesce(sum(slots), 0) FROM held)))
    RETURNING id, instance_id AS "instanceId", subject`);
}

/** Gives the command's slot back. Returns whether another command waits for it. */
export async function releaseSlot(
  tx: Tx,
  { id, regionHandle }: { id: string; regionHandle: string },
): Promise<boolean> {
  const released = await tx.execute(
    sql`UPDATE command SET holds_slot = false WHERE id = ${id} AND holds_slot`,
  );
  return released > 0 && hasQueuedCommands(tx, regionHandle);
}

export const hasQueuedCommands = async (tx: Tx, regionHandle: string): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM command WHERE region_handle = ${regionHandle} AND status = 'queued' AND NOT holds_slot LIMIT 1`,
  )) !== null;
