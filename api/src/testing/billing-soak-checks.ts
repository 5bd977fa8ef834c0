/** What has to be true at the end of the soak of billing, besides the checks of the ledger. */
import { sql, type Tx } from "../core/db/db.ts";
import { checkLedger } from "../modules/billing/ledger-checks.ts";
import { requireStripe } from "./card-payments.ts";
import type { TestEnvironment } from "./test-environment.ts";

export interface SoakFinding {
  readonly kind: string;
  readonly reference: string;
  readonly detail: unknown;
}

/**
 * The cost of a closed month is what documents say about it. Months of which staff reversed an invoice, or a correction,
 * are decided by staff.
 */
const usageOfMonth = (monthStart: Date) => sql`
    WITH month AS (
      SELECT period_start AS start, extract(epoch FROM period_start)::bigint AS from_second,
             extract(epoch FROM period_start + interval '1 month')::bigint AS to_second
        FROM billing_month WHERE closed_at IS NOT NULL AND period_start = ${monthStart}
    ), used AS (
      SELECT m.start, u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour,
             round_to_cents(sum(u.rate_micros_per_hour * (u.quantity * (u.end_second - u.start_second))::numeric + u.extra_units)) AS cents
        FROM month m, LATERAL billed_usage((SELECT array_agg(id) FROM workspace), m.from_second, m.to_second) u
       GROUP BY 1, 2, 3, 4, 5, 6
    ), invoiced AS (
      SELECT l.period_start AS start, l.workspace_id, l.project_id, l.product_id, l.price_snapshot_id, l.rate_micros_per_hour,
             sum(CASE i.kind WHEN 'invoice' THEN l.amount_cents ELSE -l.amount_cents END) AS cents
        FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id
       WHERE l.period_start = ${monthStart} AND l.price_snapshot_id IS NOT NULL AND i.series_number IS NOT NULL AND i.status <> 'reversed'
         AND (i.kind = 'invoice' AND l.kind <> 'manual' OR i.kind = 'credit_note' AND l.kind = 'adjustment')
       GROUP BY 1, 2, 3, 4, 5, 6
    ), decided AS (
      SELECT DISTINCT i.workspace_id, coalesce(l.period_start, i.period_start) AS start
        FROM invoice i LEFT JOIN invoice_line l ON l.invoice_id = i.id WHERE i.status = 'reversed'
    )
    SELECT coalesce(u.workspace_id, v.workspace_id)::text AS reference,
           json_build_object('month', coalesce(u.start, v.start), 'used', u.cents, 'invoiced', v.cents) AS detail
      FROM used u FULL JOIN invoiced v ON (u.start, u.workspace_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour)
             = (v.start, v.workspace_id, v.product_id, v.price_snapshot_id, v.rate_micros_per_hour) AND coalesce(u.project_id::text, '') = coalesce(v.project_id::text, '')
     WHERE coalesce(u.cents, 0) <> coalesce(v.cents, 0)
       AND NOT EXISTS (SELECT FROM decided d WHERE (d.workspace_id, d.start) = (coalesce(u.workspace_id, v.workspace_id), coalesce(u.start, v.start)))`;

const checks = {
  /** The hours of the roll-up are the billed seconds. */
  roll_up: sql`
    WITH hours AS (SELECT from_second, upto FROM rollup.watermark), billed AS (
      SELECT u.workspace_id, sum(u.quantity * (u.end_second - u.start_second)) AS seconds
        FROM hours h, LATERAL billed_usage((SELECT array_agg(id) FROM workspace), h.from_second, h.upto) u GROUP BY 1
    ), rolled AS (SELECT workspace_id, sum(seconds) AS seconds FROM rollup.usage_hour GROUP BY 1)
    SELECT coalesce(b.workspace_id, r.workspace_id)::text AS reference, json_build_object('billed', b.seconds, 'rolledUp', r.seconds) AS detail
      FROM billed b FULL JOIN rolled r USING (workspace_id) WHERE coalesce(b.seconds, 0) <> coalesce(r.seconds, 0)`,
  /** A payment or a refund without a result. */
  unfinished: sql`
    SELECT id::text AS reference, json_build_object('payment', status) AS detail FROM payment WHERE status NOT IN ('succeeded', 'failed')
    UNION ALL SELECT id::text, json_build_object('refund', status) FROM refund WHERE status IN ('created', 'pending')
    UNION ALL SELECT id::text, json_build_object('invoiceInFlight', series_number) FROM invoice WHERE has_payment_in_flight`,
  /** A workspace is suspended although it owes nothing that is overdue. */
  suspended: sql`
    SELECT w.id::text AS reference, json_build_object('suspendedAt', w.suspended_at) AS detail FROM workspace w
     WHERE w.suspension_reason = 'overdue' AND NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = w.id AND i.status = 'overdue')`,
} as const;

/** What the provider received, did not give back, and no bank took back, in cents. */
function atProvider(env: TestEnvironment): number {
  const { account } = requireStripe(env);
  const sum = <T>(values: Iterable<T>, toCents: (value: T) => number) =>
    [...values].reduce((total, value) => total + toCents(value), 0);
  return (
    sum(account.paymentIntents.values(), ({ received }) => received) -
    sum(account.refunds.values(), ({ status, amount }) => (status === "failed" ? 0 : amount)) +
    sum(account.disputes.values(), ({ withdrawn, reinstated }) => reinstated - withdrawn)
  );
}

export interface SoakEnd {
  readonly findings: readonly SoakFinding[];
  readonly providerCents: number;
  /** What the ledger says the provider has. */
  readonly ledgerCents: number;
  readonly rows: Readonly<Record<string, number>>;
}

export async function readSoakEnd(env: TestEnvironment): Promise<SoakEnd> {
  // Without statistics the checks of a long soak pass the time limit of a statement.
  await env.db.owner.query("ANALYZE");
  return await env.db.withSystemRole("the end of a soak", async (tx: Tx) => {
    const findings: SoakFinding[] = [...(await checkLedger(tx))];
    const months = await tx.many<{ start: Date }>(
      sql`SELECT period_start AS start FROM billing_month WHERE closed_at IS NOT NULL`,
    );
    const all = [
      ...months.map(({ start }) => ["usage", usageOfMonth(start)] as const),
      ...Object.entries(checks),
    ];
    for (const [kind, check] of all) {
      const found = await tx.many<Omit<SoakFinding, "kind">>(
        sql`SELECT * FROM (${check}) found LIMIT 20`,
      );
      findings.push(...found.map((row) => ({ kind, ...row })));
    }
    const rows = await tx.one<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM invoice WHERE kind = 'invoice' AND series_number IS NOT NULL) AS invoices,
             (SELECT count(*) FROM invoice WHERE kind = 'credit_note') AS "creditNotes",
             (SELECT count(*) FROM invoice_line) AS lines, (SELECT count(*) FROM ledger_transaction) AS "ledgerTransactions",
             (SELECT count(*) FROM ledger_entry) AS "ledgerEntries", (SELECT count(*) FROM usage_interval) AS intervals,
             (SELECT count(*) FROM meter_event) AS "meterEvents", (SELECT count(*) FROM payment) AS payments,
             (SELECT count(*) FROM refund) AS refunds, (SELECT count(*) FROM dispute) AS disputes`);
    const { cents } = await tx.one<{ cents: number }>(sql`
      SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entry WHERE account = 'stripe'`);
    return { findings, providerCents: atProvider(env), ledgerCents: cents, rows };
  });
}
