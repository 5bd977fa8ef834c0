/** SQL of terminations that can be undone. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import type { AddedInstances } from "../billing/limits.ts";
import { isDatabaseError, sql, type Tx, uniqueViolation } from "../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

const isInstance = ({ id, workspaceId }: InstanceKey) =>
  sql`id = ${id} AND workspace_id = ${workspaceId}`;

export const setUndoUntil = (tx: Tx, instance: InstanceKey, until: Date | null): Promise<number> =>
  tx.execute(sql`UPDATE instance SET undo_until = ${until} WHERE ${isInstance(instance)}`);

/** Status before the last termination that can be undone; null for an instance that has none. */
export const findStatusBeforeTermination = async (
  tx: Tx,
  { id, workspaceId }: InstanceKey,
): Promise<InstanceStatus | null> =>
  (
    await tx.maybeOne<{ status: InstanceStatus }>(
      sql`SELECT status_before AS status FROM command WHERE instance_id = ${id} AND workspace_id = ${workspaceId} AND kind = 'keep'
        ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
  )?.status ?? null;

/**
 * Takes the instance back. Returns false when another instance has its hostname now; the transaction is aborted then.
 */
export async function setRestoring(tx: Tx, instance: InstanceKey, now: Date): Promise<boolean> {
  try {
    await tx.execute(sql`UPDATE instance SET status = 'stopped', status_reason = 'restoring', undo_until = NULL, terminated_at = NULL,
      updated_at = ${now} WHERE ${isInstance(instance)}`);
    return true;
  } catch (error) {
    if (!isDatabaseError(error, uniqueViolation)) throw error;
    return false;
  }
}

/** What the instance adds to the use of the workspace's limits when it is taken back. */
export const findTakenBack = (tx: Tx, { id, workspaceId }: InstanceKey): Promise<AddedInstances> =>
  tx.one(sql`SELECT 1 AS quantity, p.gpu_count AS "gpuCount", i.variant = 'bare_metal' AS "isBareMetal",
           i.rate_micros_per_hour AS "rateMicrosPerHour"
      FROM instance i JOIN product p ON p.id = i.product_id WHERE i.id = ${id} AND i.workspace_id = ${workspaceId}`);

export interface EndedInstance extends InstanceKey {
  readonly variant: string;
  readonly regionHandle: string;
  readonly undoUntil: Date | null;
}

/** Locks an instance of any tenant; null when it does not exist. */
export const lockEndedInstance = (tx: Tx, id: string): Promise<EndedInstance | null> =>
  tx.maybeOne(sql`SELECT id, workspace_id AS "workspaceId", variant, region_handle AS "regionHandle", undo_until AS "undoUntil"
    FROM instance WHERE id = ${id} AND status IN ('terminating', 'terminated') FOR UPDATE`);
