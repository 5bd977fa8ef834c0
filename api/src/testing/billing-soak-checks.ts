/** What has to be true at the end of the soak of billing, besides the nightly checks. */
import { sql, type Tx } from "../core/db/db.ts";
import { checkLedger } from "../modules/billing/ledger-checks.ts";
import { checkUsage } from "../modules/billing/ledger-usage.ts";
import { checkProvider } from "../modules/billing/payments/check-provider.ts";
import { requirePayments } from "../modules/billing/payments/payments-deps.ts";
import { requireStripe } from "./card-payments.ts";
import type { TestEnvironment } from "./test-environment.ts";

export interface SoakFinding {
  readonly kind: string;
  readonly reference: string;
  readonly detail: unknown;
}

const allMonths = 1_000;

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
  const { findings: ofProvider } = await checkProvider(env.db, requirePayments(env), {
    from: new Date(0),
    until: new Date(env.clock.now().getTime() + 1_000),
  });
  return await env.db.withSystemRole("the end of a soak", async (tx: Tx) => {
    const findings: SoakFinding[] = [...ofProvider, ...(await checkLedger(tx))];
    // The nightly check reads the newest months only.
    findings.push(...(await checkUsage(tx, { months: allMonths })));
    for (const [kind, check] of Object.entries(checks)) {
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
