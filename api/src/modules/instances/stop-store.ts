/** SQL of powering off the instances of a workspace. It runs as boreal_system. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface ActiveInstance {
  readonly id: string;
  readonly workspaceId: string;
  readonly hostname: string;
  readonly variant: string;
  readonly regionHandle: string;
  readonly status: InstanceStatus;
  readonly statusReason: string | null;
}

/**
 * Locks the active instances of the workspace, except those that their operators work on. The most expensive first: the
 * forecast of the balance names that one.
 */
export const lockActiveInstances = (tx: Tx, workspaceId: string): Promise<ActiveInstance[]> =>
  tx.many(sql`SELECT id, workspace_id AS "workspaceId", hostname, variant, region_handle AS "regionHandle", status, status_reason AS "statusReason"
    FROM instance WHERE workspace_id = ${workspaceId} AND status = 'active' AND status_reason IS NULL ORDER BY rate_micros_per_hour DESC, id FOR UPDATE`);

/** Instances of the workspace that are not terminated, without lock. */
export const listLiveInstances = (tx: Tx, workspaceId: string): Promise<{ id: string }[]> =>
  tx.many(
    sql`SELECT id FROM instance WHERE workspace_id = ${workspaceId} AND status NOT IN ('terminating', 'terminated') ORDER BY id`,
  );
