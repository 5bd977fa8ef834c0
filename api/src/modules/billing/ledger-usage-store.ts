/** SQL of the check that documents say what was used. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { LedgerFinding } from "./ledger-checks-store.ts";
import { usageLines } from "./store.ts";

/** The first workspaces with billing after `after` in the order of their ids. */
export const listBilledWorkspaces = async (
  tx: Tx,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT workspace_id AS id FROM billing_account WHERE ${after}::uuid IS NULL OR workspace_id > ${after}::uuid
     ORDER BY workspace_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

export interface ClosedMonth {
  readonly start: Date;
  /** In seconds of the epoch, half-open. */
  readonly from: number;
  readonly to: number;
}

/** The months that were closed last, the newest first. */
export const listNewestClosedMonths = (tx: Tx, limit: number): Promise<ClosedMonth[]> =>
  tx.many<ClosedMonth>(sql`
    SELECT period_start AS start, extract(epoch FROM period_start)::bigint AS "from", month_start(extract(epoch FROM period_start)::bigint, 1) AS "to"
      FROM billing_month WHERE closed_at IS NOT NULL ORDER BY period_start DESC LIMIT ${limit}`);

/**
 * Workspaces of which issued documents say something else about the usage of a closed month than its intervals do, for each
 * line. Three kinds of months are left out: those that staff decided about by a reversal; those with events that arrived
 * since `receivedBefore`, which the next close corrects; and those of a workspace whose invoice of the newest month was one
 * of nothing, because its lines are on the next.
 */
export const findUsageDifferences = (
  tx: Tx,
  workspaceIds: readonly string[],
  { start, from, to }: ClosedMonth,
  { newest, receivedBefore }: { newest: Date; receivedBefore: Date },
): Promise<Omit<LedgerFinding, "kind">[]> =>
  tx.many<Omit<LedgerFinding, "kind">>(sql`
    WITH ${usageLines(workspaceIds, { from, to })}, part AS (
      SELECT workspace_id, project_id, product_id, price_snapshot_id, rate_micros_per_hour, cents AS used, 0 AS invoiced FROM line
      UNION ALL
      SELECT l.workspace_id, l.project_id, l.product_id, l.price_snapshot_id, l.rate_micros_per_hour, 0,
             CASE i.kind WHEN 'invoice' THEN l.amount_cents ELSE -l.amount_cents END
        FROM invoice_line l JOIN invoice i ON i.workspace_id = l.workspace_id AND i.id = l.invoice_id
       WHERE l.workspace_id = ANY(${[...workspaceIds]}::uuid[]) AND l.period_start = ${start} AND l.price_snapshot_id IS NOT NULL
         AND i.series_number IS NOT NULL AND i.status <> 'reversed'
         AND (i.kind = 'invoice' AND l.kind <> 'manual' OR i.kind = 'credit_note' AND l.kind = 'adjustment')
    ), difference AS (
      SELECT workspace_id, sum(used) AS used, sum(invoiced) AS invoiced
        FROM part GROUP BY workspace_id, project_id, product_id, price_snapshot_id, rate_micros_per_hour HAVING sum(used) <> sum(invoiced)
    ), total AS MATERIALIZED (
      SELECT workspace_id, count(*) AS lines, sum(used) AS used, sum(invoiced) AS invoiced FROM difference GROUP BY workspace_id
    )
    SELECT t.workspace_id::text AS reference,
           json_build_object('month', to_char(${start}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM'), 'lines', t.lines, 'used', t.used, 'invoiced', t.invoiced) AS detail
      FROM total t
     WHERE NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = t.workspace_id AND i.kind = 'invoice' AND i.status = 'reversed'
             AND (i.period_start = ${start} OR EXISTS (SELECT FROM invoice_line l WHERE l.workspace_id = i.workspace_id AND l.invoice_id = i.id AND l.period_start = ${start})))
       AND NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = t.workspace_id AND i.kind = 'invoice' AND i.status = 'discarded' AND i.period_start = ${newest})
       AND NOT EXISTS (SELECT FROM instance n JOIN meter_event e ON e.instance_id = n.id
             WHERE n.workspace_id = t.workspace_id AND e.received_at >= ${receivedBefore} AND e.at < to_timestamp(${to}::bigint))
     ORDER BY t.workspace_id LIMIT 100`);
