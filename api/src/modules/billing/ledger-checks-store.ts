/** SQL of the checks of the ledger. */
import { type Tx, sql } from "../../core/db/db.ts";
import { openCents } from "./billing-sql.ts";

export interface LedgerFinding {
  readonly kind: string;
  /** Id of the workspace, or the code of a number series. */
  readonly reference: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

const open = openCents(sql`i`);

const checks = {
  /** A transaction whose entries do not sum to 0, or that has none. */
  unbalanced: sql`
    SELECT t.workspace_id::text AS reference, json_build_object('transactionId', t.id, 'cents', coalesce(sum(e.cents), 0)) AS detail
      FROM ledger_transaction t LEFT JOIN ledger_entry e ON e.transaction_id = t.id
     GROUP BY t.workspace_id, t.id HAVING count(e.cents) < 2 OR sum(e.cents) <> 0`,
  /** A stored balance is not the sum of its entries. */
  balances: sql`
    SELECT a.workspace_id::text AS reference, json_build_object('cash', a.cash_cents, 'promo', a.promo_cents, 'receivable', a.receivable_cents,
             'cashEntries', coalesce(sum.cash, 0), 'promoEntries', coalesce(sum.promo, 0), 'receivableEntries', coalesce(sum.receivable, 0)) AS detail
      FROM billing_account a
      LEFT JOIN LATERAL (
        SELECT -sum(e.cents) FILTER (WHERE e.account = 'cash') AS cash, -sum(e.cents) FILTER (WHERE e.account = 'promo') AS promo,
               sum(e.cents) FILTER (WHERE e.account = 'receivable') AS receivable
          FROM ledger_entry e WHERE e.workspace_id = a.workspace_id AND e.account IN ('cash', 'promo', 'receivable')
      ) sum ON true
     WHERE (a.cash_cents, a.promo_cents, a.receivable_cents) IS DISTINCT FROM
           (coalesce(sum.cash, 0), coalesce(sum.promo, 0), coalesce(sum.receivable, 0))`,
  /** What invoices say is owed is not the receivable. */
  receivable: sql`
    SELECT a.workspace_id::text AS reference, json_build_object('receivable', a.receivable_cents, 'invoices', coalesce(sum(${open}), 0)) AS detail
      FROM billing_account a
      LEFT JOIN invoice i ON i.workspace_id = a.workspace_id AND i.kind = 'invoice' AND i.series_number IS NOT NULL
     GROUP BY a.workspace_id, a.receivable_cents HAVING a.receivable_cents <> coalesce(sum(${open}), 0)`,
  /** The status of an invoice contradicts what is open of it. */
  invoice_status: sql`
    SELECT i.workspace_id::text AS reference, json_build_object('invoiceId', i.id, 'status', i.status, 'open', ${open}) AS detail
      FROM invoice i WHERE i.kind = 'invoice' AND i.series_number IS NOT NULL
       AND (i.status IN ('paid', 'reversed', 'uncollectible') AND ${open} <> 0 OR i.status IN ('issued', 'overdue') AND ${open} = 0
            OR i.status = 'reversed' AND i.credited_cents <> i.total_cents)`,
  /** What was credited is not the sum of the credit notes. */
  credit_notes: sql`
    SELECT i.workspace_id::text AS reference, json_build_object('invoiceId', i.id, 'credited', i.credited_cents, 'creditNotes', coalesce(sum(c.total_cents), 0)) AS detail
      FROM invoice i LEFT JOIN invoice c ON c.workspace_id = i.workspace_id AND c.credits_invoice_id = i.id AND c.kind = 'credit_note'
     WHERE i.kind = 'invoice' GROUP BY i.workspace_id, i.id HAVING i.credited_cents <> coalesce(sum(c.total_cents), 0)`,
  /** Lines, discounts or their shares do not add up to the document. */
  lines: sql`
    SELECT i.workspace_id::text AS reference, json_build_object('invoiceId', i.id, 'subtotal', i.subtotal_cents, 'lines', coalesce(l.amount, 0)) AS detail
      FROM invoice i
      LEFT JOIN LATERAL (SELECT sum(amount_cents) AS amount, sum(discount_cents) AS discount, sum(tax_cents) AS tax FROM invoice_line WHERE invoice_id = i.id) l ON true
     WHERE i.status <> 'discarded'
       AND (i.subtotal_cents, i.discount_cents, i.tax_cents) IS DISTINCT FROM (coalesce(l.amount, 0), coalesce(l.discount, 0), coalesce(l.tax, 0))`,
  /** A line of usage is not the exact cost that it was rounded from. */
  rounding: sql`
    SELECT l.workspace_id::text AS reference, json_build_object('lineId', l.id, 'cents', l.amount_cents, 'exact', l.exact_cost::text) AS detail
      FROM invoice_line l JOIN invoice i ON i.workspace_id = l.workspace_id AND i.id = l.invoice_id AND i.kind = 'invoice' AND i.status <> 'discarded'
     WHERE l.kind = 'usage' AND l.amount_cents <> round_to_cents(l.exact_cost)`,
  /** The rest of a grant is not the sum of its entries. */
  promo_grants: sql`
    SELECT g.workspace_id::text AS reference, json_build_object('grantId', g.id, 'remaining', g.remaining_cents, 'entries', coalesce(-sum(e.cents), 0)) AS detail
      FROM promo_grant g LEFT JOIN ledger_entry e ON e.promo_grant_id = g.id
     GROUP BY g.workspace_id, g.id HAVING g.remaining_cents <> coalesce(-sum(e.cents), 0)`,
  /** The counter of a code is not the number of its redemptions. */
  promo_codes: sql`
    SELECT c.id::text AS reference, json_build_object('used', c.used, 'redemptions', count(r.id)) AS detail
      FROM promo_code c LEFT JOIN promo_redemption r ON r.promo_code_id = c.id
     GROUP BY c.id HAVING c.used <> count(r.id)`,
  /** A series has a gap or a number that its counter has not reached. */
  number_series: sql`
    SELECT s.code AS reference, json_build_object('next', s.next_number, 'documents', count(i.id), 'last', max(i.series_number)) AS detail
      FROM number_series s LEFT JOIN invoice i ON i.series = s.code
     GROUP BY s.code HAVING s.next_number - 1 <> count(i.id) OR s.next_number - 1 <> coalesce(max(i.series_number), 0)`,
  /** The balance of the newest entry of the history is not the balance of the account, or a step is not its amount. */
  history: sql`
    SELECT h.workspace_id::text AS reference, json_build_object('entryId', h.id, 'balance', h.balance_cents, 'before', h.before, 'amount', h.amount_cents) AS detail
      FROM (SELECT e.*, lag(e.balance_cents, 1, 0::bigint) OVER (PARTITION BY e.workspace_id ORDER BY e.sequence) AS before
              FROM billing_history_entry e WHERE e.status = 'succeeded') h
     WHERE h.balance_cents - h.before <> CASE h.type WHEN 'promo_credit' THEN 0 ELSE h.amount_cents END
    UNION ALL
    SELECT a.workspace_id::text, json_build_object('balance', a.cash_cents - a.receivable_cents, 'history', h.balance_cents)
      FROM billing_account a
      LEFT JOIN billing_history_entry h ON h.workspace_id = a.workspace_id AND h.sequence = a.history_sequence
     WHERE a.cash_cents - a.receivable_cents <> coalesce(h.balance_cents, 0)`,
} as const;

export async function findContradictions(tx: Tx): Promise<LedgerFinding[]> {
  const found: LedgerFinding[] = [];
  for (const [kind, check] of Object.entries(checks)) {
    const rows = await tx.many<Omit<LedgerFinding, "kind">>(
      sql`SELECT * FROM (${check}) found LIMIT 100`,
    );
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}
