/** SQL of canceling one command. */
import type { CommandStatus } from "#contracts/commands.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";

/** A command of an instance as loaded for authorization. */
export interface InstanceCommandRow {
  id: string;
  instanceId: string;
  workspaceId: string;
  kind: string;
  variant: string;
  regionHandle: string;
  status: CommandStatus;
  statusBefore: InstanceStatus | null;
  statusReasonBefore: string | null;
  /** Owner of the instance. */
  owner: { id: string };
}

const columns = sql`
  c.id, c.instance_id AS "instanceId", c.workspace_id AS "workspaceId", c.kind, c.variant, c.region_handle AS "regionHandle", c.status,
  c.status_before AS "statusBefore", c.status_reason_before AS "statusReasonBefore",
  json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner`;

const source = sql`command c JOIN instance i ON i.workspace_id = c.workspace_id AND i.id = c.instance_id
  LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`;

export const findInstanceCommand = (id: string): Sql =>
  sql`SELECT ${columns} FROM ${source} WHERE c.id = ${id}`;

/** Locks and re-reads the command. The caller has locked its instance. */
export const lockInstanceCommand = (
  tx: Tx,
  { id, workspaceId }: InstanceCommandRow,
): Promise<InstanceCommandRow> =>
  tx.one(
    sql`SELECT ${columns} FROM ${source} WHERE c.id = ${id} AND c.workspace_id = ${workspaceId} FOR UPDATE OF c`,
  );

/** Ends the queued command. Its first step stays in the timeline; the others will never run. */
export async function endQueuedCommand(
  tx: Tx,
  now: Date,
  { id, workspaceId }: InstanceCommandRow,
): Promise<void> {
  await tx.execute(sql`UPDATE command SET status = 'cancelled', holds_slot = false, finished_at = ${now}, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId}`);
  const ofCommand = sql`command_id = ${id} AND workspace_id = ${workspaceId}`;
  await tx.execute(sql`DELETE FROM instance_log WHERE ${ofCommand} AND position > 0`);
  await tx.execute(
    sql`UPDATE instance_log SET status = 'failed', detail = 'cancelled_by_request', finished_at = ${now} WHERE ${ofCommand}`,
  );
}
