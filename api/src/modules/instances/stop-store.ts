/** SQL of powering off the instances of a workspace. It runs as boreal_system. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface ActiveInstance {
  readonly id: string;
  readonly workspaceId: string;
  readonly variant: string;
  readonly regionHandle: string;
  readonly status: InstanceStatus;
  readonly statusReason: string | null;
}

/** Locks the active instances of the workspace, except those that their operators work on. */
export const lockActiveInstances = (tx: Tx, workspaceId: string): Promise<ActiveInstance[]> =>
  tx.many(sql`SELECT id, workspace_id AS "workspaceId", variant, region_handle AS "regionHandle", status, status_reason AS "statusReason"
    FROM instance WHERE workspace_id = ${workspaceId} AND status = 'active' AND status_reason IS NULL ORDER BY id FOR UPDATE`);
