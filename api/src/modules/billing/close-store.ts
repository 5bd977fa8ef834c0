/** SQL of the month's close. */
import { type Tx, sql } from "../../core/db/db.ts";
import { openCents } from "./billing-sql.ts";

export interface Draft {
  readonly id: string;
  readonly workspaceId: string;
}

const lowestId = "00000000-0000-0000-0000-000000000000";

/**
 * Workspaces with usage and without a live invoice for the month, after `after` in the order of their ids, at most `limit`.
 * The invoice is looked up for each of them: while the table grows, PostgreSQL would join all of it for lack of statistics.
 */
export const listWithoutInvoice = async (
  tx: Tx,
  periodStart: Date,
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT a.workspace_id AS id FROM billing_account a
     WHERE a.workspace_id > ${after ?? lowestId}
       AND EXISTS (SELECT FROM usage_interval u WHERE u.workspace_id = a.workspace_id)
       AND (SELECT i.id FROM invoice i WHERE i.workspace_id = a.workspace_id AND i.kind = 'invoice' AND i.period_start = ${periodStart}
               AND i.status <> 'discarded' LIMIT 1) IS NULL
     ORDER BY a.workspace_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** Has no effect for a workspace that got its invoice meanwhile. Returns the drafts that are new. */
export const insertDrafts = (
  tx: Tx,
  drafts: readonly Draft[],
  { start, end }: { start: Date; end: Date },
  now: Date,
): Promise<Draft[]> =>
  tx.many<Draft>(sql`
    INSERT INTO invoice (id, workspace_id, kind, status, period_start, period_end, created_at, updated_at)
    SELECT d.id, d.workspace_id, 'invoice', 'draft', ${start}, ${end}, ${now}, ${now}
      FROM unnest(${drafts.map(({ id }) => id)}::uuid[], ${drafts.map(({ workspaceId }) => workspaceId)}::uuid[]) AS d (id, workspace_id)
    ON CONFLICT (workspace_id, period_start) WHERE kind = 'invoice' AND period_start IS NOT NULL AND status NOT IN ('reversed', 'discarded')
    DO NOTHING
    RETURNING id, workspace_id AS "workspaceId"`);

/** Locks the accounts of drafts of the month that no other worker has; then their drafts. At most `limit`. */
export async function lockDrafts(tx: Tx, periodStart: Date, limit: number): Promise<Draft[]> {
  const accounts = await tx.many<{ id: string }>(sql`
    SELECT a.workspace_id AS id FROM billing_account a
     WHERE EXISTS (SELECT FROM invoice i WHERE i.workspace_id = a.workspace_id AND i.status = 'draft' AND i.period_start = ${periodStart})
     ORDER BY a.workspace_id LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return tx.many<Draft>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM invoice
     WHERE workspace_id = ANY(${accounts.map(({ id }) => id)}) AND status = 'draft' AND period_start = ${periodStart}
     ORDER BY workspace_id FOR UPDATE`);
}

export const discardDrafts = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.execute(
    sql`UPDATE invoice SET status = 'discarded', updated_at = ${now} WHERE id = ANY(${[...ids]}) AND status = 'draft'`,
  );

export interface InvoicedLine {
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
  readonly cents: number;
}

/**
 * What issued documents say about a month: invoices add, corrections by credit notes subtract. Months of which an invoice
 * was reversed are not in it: staff have decided about them (`listDecided`).
 */
export const listInvoiced = (
  tx: Tx,
  workspaceIds: readonly string[],
  periodStart: Date,
): Promise<InvoicedLine[]> =>
  tx.many<InvoicedLine>(sql`
    SELECT l.workspace_id AS "workspaceId", l.project_id AS "projectId", l.product_id AS "productId", l.price_snapshot_id AS "priceSnapshotId",
           l.rate_micros_per_hour AS "rateMicrosPerHour", sum(CASE i.kind WHEN 'invoice' THEN l.amount_cents ELSE -l.amount_cents END)::bigint AS cents
      FROM invoice_line l JOIN invoice i ON i.workspace_id = l.workspace_id AND i.id = l.invoice_id
     WHERE l.workspace_id = ANY(${[...workspaceIds]}) AND l.period_start = ${periodStart} AND i.series_number IS NOT NULL AND i.status <> 'reversed'
       AND (i.kind = 'invoice' AND l.kind <> 'manual' OR i.kind = 'credit_note' AND l.kind = 'adjustment')
     GROUP BY 1, 2, 3, 4, 5`);

/**
 * Workspaces whose month is decided by staff: an invoice of it, or one with a correction of it, was reversed. Or its invoice
 * is still a draft.
 */
export const listDecided = async (
  tx: Tx,
  workspaceIds: readonly string[],
  periodStart: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT DISTINCT i.workspace_id AS id FROM invoice i
     WHERE i.workspace_id = ANY(${[...workspaceIds]}) AND i.kind = 'invoice'
       AND (i.period_start = ${periodStart} AND i.status IN ('reversed', 'draft')
         OR i.status = 'reversed' AND EXISTS (SELECT FROM invoice_line l
              WHERE l.workspace_id = i.workspace_id AND l.invoice_id = i.id AND l.period_start = ${periodStart}))`);
  return new Set(rows.map(({ id }) => id));
};

/** The invoice of the month, to correct it by a credit note; without one the newest that has a correction of the month. */
export const findMonthInvoice = (tx: Tx, workspaceId: string, periodStart: Date) =>
  tx.maybeOne<{ id: string }>(sql`
    SELECT i.id FROM invoice i
     WHERE i.workspace_id = ${workspaceId} AND i.kind = 'invoice' AND i.status NOT IN ('draft', 'reversed', 'discarded')
       AND (i.period_start = ${periodStart} OR EXISTS (SELECT FROM invoice_line l
              WHERE l.workspace_id = i.workspace_id AND l.invoice_id = i.id AND l.period_start = ${periodStart} AND l.amount_cents > 0))
     ORDER BY (i.period_start = ${periodStart}) IS TRUE DESC, i.issued_at DESC, i.id DESC LIMIT 1`);

/** Issued invoices past their due date become overdue: not below `minimumCents`, and not while a payment is in flight. */
export const markOverdue = (
  tx: Tx,
  now: Date,
  minimumCents: number,
): Promise<{ workspaceId: string }[]> =>
  tx.many<{ workspaceId: string }>(sql`
    UPDATE invoice i SET status = 'overdue', updated_at = ${now}
     WHERE i.kind = 'invoice' AND i.status = 'issued' AND i.due_at <= ${now} AND NOT i.has_payment_in_flight
       AND ${openCents(sql`i`)} >= ${minimumCents}
    RETURNING i.workspace_id AS "workspaceId"`);

/** The first month with billing; null before the first run of the close. */
export async function findFirstMonth(tx: Tx): Promise<Date | null> {
  const row = await tx.one<{ start: Date | null }>(
    sql`SELECT min(period_start) AS start FROM billing_month`,
  );
  return row.start;
}

export const insertMonth = (tx: Tx, start: Date) =>
  tx.execute(
    sql`INSERT INTO billing_month (period_start) VALUES (${start}) ON CONFLICT (period_start) DO NOTHING`,
  );

export const isMonthInvoiced = async (tx: Tx, start: Date): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM billing_month WHERE period_start = ${start}`)) !== null;

export const listClosedMonths = async (tx: Tx): Promise<ReadonlySet<number>> => {
  const rows = await tx.many<{ start: Date }>(
    sql`SELECT period_start AS start FROM billing_month WHERE closed_at IS NOT NULL`,
  );
  return new Set(rows.map(({ start }) => start.getTime()));
};

/** Only when no draft of the month is left. */
export const markMonthClosed = (tx: Tx, start: Date, now: Date) =>
  tx.execute(sql`UPDATE billing_month SET closed_at = ${now} WHERE period_start = ${start} AND closed_at IS NULL
    AND NOT EXISTS (SELECT FROM invoice WHERE status = 'draft' AND period_start = ${start})`);
