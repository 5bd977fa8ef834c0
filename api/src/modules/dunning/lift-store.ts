/** SQL of the end of suspensions because of overdue invoices. It runs as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";
import { openCents } from "../billing/billing-sql.ts";

/**
 * Workspaces that are suspended because of an overdue invoice although none suspends them any more: each is paid, credited or
 * written off, or is due since `dueBefore` or later.
 */
export const listPaidSuspensions = async (tx: Tx, dueBefore: Date): Promise<string[]> =>
  (
    await tx.many<{ id: string }>(sql`
      SELECT w.id FROM workspace w
       WHERE w.suspension_reason = 'overdue'
         AND NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = w.id AND i.kind = 'invoice' AND i.status = 'overdue' AND i.due_at <= ${dueBefore}
                            AND ${openCents(sql`i`)} > 0)
       LIMIT 500`)
  ).map(({ id }) => id);

/** The newest movement that reduced what the workspace owes, or added to its balance; null without one. */
export const findLastPayment = (tx: Tx, workspaceId: string) =>
  tx.maybeOne<{ id: string; kind: string }>(sql`
    SELECT t.id, t.kind FROM ledger_transaction t
     WHERE t.workspace_id = ${workspaceId} AND t.kind <> 'balance_applied'
       AND EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id = t.id AND e.account IN ('receivable', 'cash') AND e.cents < 0)
     ORDER BY t.recorded_at DESC, t.id DESC LIMIT 1`);

export const deleteSuspension = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`DELETE FROM overdue_suspension WHERE workspace_id = ${workspaceId}`);

export const insertSuspendedInstances = (
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  now: Date,
) =>
  tx.execute(sql`
    INSERT INTO suspended_instance (workspace_id, instance_id, stopped_at)
    SELECT ${workspaceId}, id, ${now} FROM unnest(${[...instanceIds]}::uuid[]) AS i (id)
    ON CONFLICT (workspace_id, instance_id) DO UPDATE SET stopped_at = excluded.stopped_at, starts_since = NULL`);

/** The instances that the suspension stopped are to start again. Returns the names of those that are still there. */
export async function startSuspendedInstances(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<string[]> {
  await tx.execute(
    sql`UPDATE suspended_instance SET starts_since = ${now} WHERE workspace_id = ${workspaceId} AND starts_since IS NULL`,
  );
  const rows = await tx.many<{ hostname: string }>(sql`
    SELECT i.hostname FROM suspended_instance s JOIN instance i ON i.workspace_id = s.workspace_id AND i.id = s.instance_id
     WHERE s.workspace_id = ${workspaceId} AND (i.status = 'stopped' OR i.status_reason = 'stopping')
     ORDER BY i.rate_micros_per_hour DESC, i.id`);
  return rows.map(({ hostname }) => hostname);
}

export interface InstanceToStart {
  readonly id: string;
  readonly workspaceId: string;
  readonly startsSince: Date;
}

export const listInstancesToStart = (tx: Tx): Promise<InstanceToStart[]> =>
  tx.many<InstanceToStart>(sql`
    SELECT s.instance_id AS id, s.workspace_id AS "workspaceId", s.starts_since AS "startsSince"
      FROM suspended_instance s JOIN workspace w ON w.id = s.workspace_id
     WHERE s.starts_since IS NOT NULL AND w.status = 'active' ORDER BY s.starts_since, s.instance_id LIMIT 1000`);

export const deleteSuspendedInstance = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
) =>
  tx.execute(
    sql`DELETE FROM suspended_instance WHERE workspace_id = ${workspaceId} AND instance_id = ${id}`,
  );

/** Staff lifted the suspension: what it powered off stays off. */
export const forgetOfLiftedByStaff = (tx: Tx) =>
  tx.execute(sql`
    DELETE FROM suspended_instance s USING workspace w
     WHERE w.id = s.workspace_id AND s.starts_since IS NULL AND w.suspension_reason IS DISTINCT FROM 'overdue'`);
