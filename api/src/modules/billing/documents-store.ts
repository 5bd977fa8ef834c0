/** SQL of invoices while they are made: lines, amounts, numbers and ledger entries of many at once. */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";
import { documentNumber } from "./billing-sql.ts";

export interface LineRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly invoiceId: string;
  readonly position: number;
  readonly kind: "usage" | "adjustment" | "manual";
  readonly description: string;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly productId: string | null;
  readonly productName: string | null;
  readonly priceSnapshotId: string | null;
  readonly rateMicrosPerHour: number | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly seconds: number;
  /** Whole units of the exact cost, as text because it may exceed a number. */
  readonly exactCost: string;
  readonly quantity: number | null;
  readonly unitPriceMicros: number | null;
  readonly amountCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
}

export interface DiscountRow {
  readonly workspaceId: string;
  readonly invoiceId: string;
  readonly promoGrantId: string;
  readonly cents: number;
}

export interface AmountsRow {
  readonly id: string;
  readonly subtotal: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly taxPpm: number;
  readonly snapshot: object;
}

/** Replaces lines, discounts and amounts of drafts. */
export async function saveDrafts(
  tx: Tx,
  {
    lines,
    discounts,
    amounts,
  }: {
    lines: readonly LineRow[];
    discounts: readonly DiscountRow[];
    amounts: readonly AmountsRow[];
  },
  now: Date,
): Promise<void> {
  const ids = amounts.map(({ id }) => id);
  await tx.execute(sql`DELETE FROM invoice_line WHERE invoice_id = ANY(${ids})`);
  await tx.execute(sql`DELETE FROM invoice_discount WHERE invoice_id = ANY(${ids})`);
  await insertLinesOfUsage(tx, lines);
  await tx.execute(sql`
    INSERT INTO invoice_discount (workspace_id, invoice_id, promo_grant_id, cents)
    SELECT "workspaceId", "invoiceId", "promoGrantId", cents
      FROM jsonb_to_recordset(${JSON.stringify(discounts)}::jsonb) AS d ("workspaceId" uuid, "invoiceId" uuid, "promoGrantId" uuid, cents bigint)`);
  await tx.execute(sql`
    UPDATE invoice i SET subtotal_cents = a.subtotal, discount_cents = a.discount, net_cents = a.net, tax_cents = a.tax, total_cents = a.total,
           tax_ppm = a."taxPpm", snapshot = a.snapshot, usage_digest = NULL, updated_at = ${now}
      FROM jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) AS a (id uuid, subtotal bigint, discount bigint, net bigint, tax bigint,
             total bigint, "taxPpm" integer, snapshot jsonb)
     WHERE i.id = a.id`);
}

const lineColumns = sql`id, workspace_id, invoice_id, position, kind, description, project_id, project_name, product_id, product_name,
      price_snapshot_id, rate_micros_per_hour, period_start, period_end, seconds, exact_cost, quantity, unit_price_micros, amount_cents,
      discount_cents, tax_cents`;

/** Rows with the columns of `invoice_line`. */
const lineRows = (lines: readonly LineRow[]): Sql => sql`
    SELECT id, "workspaceId" AS workspace_id, "invoiceId" AS invoice_id, position, kind, description, "projectId" AS project_id, "projectName" AS project_name,
           "productId" AS product_id, "productName" AS product_name, "priceSnapshotId" AS price_snapshot_id, "rateMicrosPerHour" AS rate_micros_per_hour,
           "periodStart" AS period_start, "periodEnd" AS period_end, seconds, "exactCost" AS exact_cost, quantity, "unitPriceMicros" AS unit_price_micros,
           "amountCents" AS amount_cents, "discountCents" AS discount_cents, "taxCents" AS tax_cents
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (id uuid, "workspaceId" uuid, "invoiceId" uuid, position integer, kind text,
             description text, "projectId" uuid, "projectName" text, "productId" uuid, "productName" text, "priceSnapshotId" uuid,
             "rateMicrosPerHour" bigint, "periodStart" timestamptz, "periodEnd" timestamptz, seconds bigint, "exactCost" numeric,
             quantity integer, "unitPriceMicros" bigint, "amountCents" bigint, "discountCents" bigint, "taxCents" bigint)`;

/** Lines without instances. */
export const insertLines = (tx: Tx, lines: readonly LineRow[]) =>
  tx.execute(sql`INSERT INTO invoice_line (${lineColumns}) ${lineRows(lines)}`);

/** Lines of usage have their instances, with the billed time in the period of the line. */
const insertLinesOfUsage = (tx: Tx, lines: readonly LineRow[]) =>
  tx.execute(sql`
    WITH line AS MATERIALIZED (
      SELECT l.*, extract(epoch FROM l.period_start)::bigint AS from_second, extract(epoch FROM l.period_end)::bigint AS to_second FROM (${lineRows(lines)}) l
    ), period AS (
      SELECT array_agg(DISTINCT workspace_id) AS workspaces, from_second, to_second FROM line WHERE kind <> 'manual' GROUP BY from_second, to_second
    ), used AS MATERIALIZED (
      SELECT p.from_second, u.* FROM period p CROSS JOIN LATERAL billed_usage(p.workspaces, p.from_second, p.to_second) u WHERE u.end_second > u.start_second
    ), billed AS (
      SELECT l.id AS line_id, i.id, i.hostname, sum(u.quantity * (u.end_second - u.start_second))::bigint AS seconds, min(u.start_second) AS start_second,
             max(u.end_second) AS end_second
        FROM line l
        JOIN used u ON u.from_second = l.from_second AND u.workspace_id = l.workspace_id AND u.project_id IS NOT DISTINCT FROM l.project_id
         AND u.product_id = l.product_id AND u.price_snapshot_id = l.price_snapshot_id AND u.rate_micros_per_hour = l.rate_micros_per_hour
        JOIN instance i ON i.id = u.instance_id
       WHERE l.kind <> 'manual' GROUP BY l.id, i.id, i.hostname
    ), instances AS (
      SELECT line_id, array_agg(ROW(id, hostname, seconds, start_second, end_second)::invoiced_instance) AS instances FROM billed GROUP BY line_id
    )
    INSERT INTO invoice_line (${lineColumns}, instances)
    SELECT l.id, l.workspace_id, l.invoice_id, l.position, l.kind, l.description, l.project_id, l.project_name, l.product_id, l.product_name,
           l.price_snapshot_id, l.rate_micros_per_hour, l.period_start, l.period_end, l.seconds, l.exact_cost, l.quantity, l.unit_price_micros, l.amount_cents,
           l.discount_cents, l.tax_cents, coalesce(n.instances, '{}')
      FROM line l LEFT JOIN instances n ON n.line_id = l.id`);

/** Takes `count` numbers of a series; its row stays locked until the transaction ends. Returns the first one. */
export async function takeNumbers(tx: Tx, series: string, count: number): Promise<number> {
  const { first } = await tx.one<{ first: number }>(sql`
    INSERT INTO number_series AS s (code, next_number) VALUES (${series}, ${count} + 1)
    ON CONFLICT (code) DO UPDATE SET next_number = s.next_number + ${count}
    RETURNING s.next_number - ${count} AS first`);
  return first;
}

/** Drafts become issued documents with their numbers; what costs nothing is paid. */
export const markIssued = (
  tx: Tx,
  numbered: readonly { readonly id: string; readonly number: number }[],
  { series, now, dueAt }: { series: string; now: Date; dueAt: Date },
) =>
  tx.execute(sql`
    UPDATE invoice i SET series = ${series}, series_number = n.number, issued_at = ${now}, due_at = ${dueAt}, updated_at = ${now},
           status = CASE i.total_cents WHEN 0 THEN 'paid' ELSE 'issued' END, paid_at = CASE i.total_cents WHEN 0 THEN ${now}::timestamptz END
      FROM unnest(${numbered.map(({ id }) => id)}::uuid[], ${numbered.map(({ number }) => number)}::bigint[]) AS n (id, number)
     WHERE i.id = n.id AND i.status = 'draft'`);

export interface BatchEntry {
  readonly transactionId: string;
  readonly workspaceId: string;
  readonly account: string;
  readonly promoGrantId: string | null;
  readonly cents: number;
}

/** Posts what issued invoices owe; each owes something. The caller holds the locks of the accounts. */
export async function insertIssuedTransactions(
  tx: Tx,
  issued: readonly { readonly transactionId: string; readonly invoiceId: string }[],
  now: Date,
): Promise<void> {
  const rows = sql`unnest(${issued.map(({ transactionId }) => transactionId)}::uuid[], ${issued.map(({ invoiceId }) => invoiceId)}::uuid[])
      AS t (id, invoice_id) JOIN invoice i ON i.id = t.invoice_id`;
  await tx.execute(sql`
    INSERT INTO ledger_transaction (id, workspace_id, kind, idempotency_key, reference, effective_at, recorded_at)
    SELECT t.id, i.workspace_id, 'invoice_issued', 'invoice_issued:' || i.id, jsonb_build_object('invoiceId', i.id), ${now}, ${now} FROM ${rows}`);
  await tx.execute(sql`
    INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, cents)
    SELECT t.id, e.position, i.workspace_id, e.account, e.cents FROM ${rows}
     CROSS JOIN LATERAL (VALUES (1, 'receivable', i.total_cents), (2, 'revenue', -i.net_cents), (3, 'tax', -i.tax_cents)) AS e (position, account, cents)
     WHERE e.cents <> 0`);
}

/** Posts the transactions of many workspaces in one statement each. */
export async function insertTransactions(
  tx: Tx,
  transactions: readonly {
    readonly id: string;
    readonly workspaceId: string;
    readonly kind: string;
    readonly key: string;
    readonly invoiceId: string;
  }[],
  entries: readonly BatchEntry[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ledger_transaction (id, workspace_id, kind, idempotency_key, reference, effective_at, recorded_at)
    SELECT t.id, t."workspaceId", t.kind, t.key, jsonb_build_object('invoiceId', t."invoiceId"), ${now}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) AS t (id uuid, "workspaceId" uuid, kind text, key text, "invoiceId" text)`);
  await tx.execute(sql`
    INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, promo_grant_id, cents)
    SELECT e."transactionId", row_number() OVER (PARTITION BY e."transactionId"), e."workspaceId", e.account, e."promoGrantId", e.cents
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e ("transactionId" uuid, "workspaceId" uuid, account text, "promoGrantId" uuid, cents bigint)`);
}

/** One history entry per issued invoice, with the balance after it. Each workspace occurs once. */
export const insertIssuedHistory = (
  tx: Tx,
  entries: readonly {
    readonly id: string;
    readonly invoiceId: string;
    readonly transactionId: string | null;
  }[],
  now: Date,
) =>
  tx.execute(sql`
    WITH issued AS (
      SELECT e.id, e.transaction_id, i.id AS invoice_id, i.workspace_id, i.total_cents, ${documentNumber(sql`i`)} AS number
        FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ invoiceId }) => invoiceId)}::uuid[],
                    ${entries.map(({ transactionId }) => transactionId)}::uuid[]) AS e (id, invoice_id, transaction_id)
        JOIN invoice i ON i.id = e.invoice_id
    ), numbered AS (
      UPDATE billing_account a SET history_sequence = a.history_sequence + 1, history_entries = a.history_entries + 1 FROM issued WHERE a.workspace_id = issued.workspace_id
      RETURNING a.workspace_id, a.history_sequence, a.history_entries, a.cash_cents - a.receivable_cents AS balance
    )
    INSERT INTO billing_history_entry (id, workspace_id, entry_number, type, status, amount_cents, balance_cents, sequence, invoice_id, transaction_id, detail,
      created_at, updated_at)
    SELECT issued.id, issued.workspace_id, n.history_entries, 'invoice', 'succeeded', -issued.total_cents, n.balance, n.history_sequence, issued.invoice_id,
           issued.transaction_id, jsonb_build_object('number', issued.number), ${now}, ${now}
      FROM issued JOIN numbered n USING (workspace_id)`);

/** The workspaces that have money of the customer, in the order of their ids. */
export const listWithCash = async (tx: Tx, workspaceIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.many<{ id: string }>(sql`
    SELECT workspace_id AS id FROM billing_account WHERE workspace_id = ANY(${[...workspaceIds]}) AND cash_cents > 0 ORDER BY workspace_id`);
  return rows.map(({ id }) => id);
};

/** Percentages count down; grants without rest are used up. */
export async function countDownGrants(
  tx: Tx,
  percentGrantIds: readonly string[],
  creditGrantIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`UPDATE promo_grant SET months_left = months_left - 1, status = CASE months_left WHEN 1 THEN 'used_up' ELSE status END
    WHERE id = ANY(${[...percentGrantIds]})`);
  await tx.execute(
    sql`UPDATE promo_grant SET status = 'used_up' WHERE id = ANY(${[...creditGrantIds]}) AND remaining_cents = 0`,
  );
}

export interface GrantRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: "credit" | "percent";
  readonly remaining: number;
  readonly percentPpm: number | null;
  readonly maximum: number | null;
}

/** Active grants whose validity overlaps the period, in the order in which they are used. */
export const listUsableGrants = (
  tx: Tx,
  workspaceIds: readonly string[],
  { start, end }: { start: Date; end: Date },
): Promise<GrantRow[]> =>
  tx.many<GrantRow>(sql`
    SELECT id, workspace_id AS "workspaceId", kind, remaining_cents AS remaining, percent_ppm AS "percentPpm", maximum_cents AS maximum
      FROM promo_grant
     WHERE workspace_id = ANY(${[...workspaceIds]}) AND status = 'active' AND valid_from < ${end} AND (valid_until IS NULL OR valid_until > ${start})
     ORDER BY valid_until NULLS LAST, id FOR UPDATE`);
