/** SQL of credit notes and of the invoices they take back. */
import { type Tx, sql } from "../../core/db/db.ts";
import { documentNumber } from "./billing-sql.ts";

export interface LockedInvoice {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: "invoice" | "credit_note";
  readonly status: string;
  readonly number: string | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly subtotal: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly taxPpm: number;
  readonly credited: number;
  readonly paid: number;
  readonly writtenOff: number;
  /** Tax of the credit notes so far. */
  readonly creditedTax: number;
  /** Refunds to cards that have no result yet. */
  readonly refunding: number;
  readonly isInFlight: boolean;
  readonly issuedAt: Date | null;
  readonly snapshot: object;
}

export const lockDocument = (
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<LockedInvoice | null> =>
  tx.maybeOne<LockedInvoice>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.kind, i.status, ${documentNumber(sql`i`)} AS number,
           i.period_start AS "periodStart", i.period_end AS "periodEnd", i.subtotal_cents AS subtotal, i.discount_cents AS discount,
           i.net_cents AS net, i.tax_cents AS tax, i.total_cents AS total, i.tax_ppm AS "taxPpm", i.credited_cents AS credited,
           i.paid_cents AS paid, i.written_off_cents AS "writtenOff", i.has_payment_in_flight AS "isInFlight", i.issued_at AS "issuedAt", i.snapshot,
           (SELECT coalesce(sum(r.amount_cents), 0)::bigint FROM refund r WHERE r.workspace_id = i.workspace_id AND r.invoice_id = i.id
               AND r.status IN ('created', 'pending')) AS refunding,
           (SELECT coalesce(sum(c.tax_cents), 0)::bigint FROM invoice c WHERE c.workspace_id = i.workspace_id AND c.credits_invoice_id = i.id) AS "creditedTax"
      FROM invoice i WHERE i.workspace_id = ${workspaceId} AND i.id = ${id} FOR UPDATE`);

export interface NewCreditNote {
  readonly id: string;
  readonly workspaceId: string;
  readonly invoiceId: string;
  readonly series: string;
  readonly number: number;
  readonly subtotal: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
  readonly total: number;
  readonly taxPpm: number;
  readonly snapshot: object;
  readonly isFullReversal: boolean;
  readonly reason: string | null;
  readonly createdBy: string | null;
}

export const insertCreditNote = (tx: Tx, note: NewCreditNote, now: Date) =>
  tx.execute(sql`
    INSERT INTO invoice (id, workspace_id, kind, status, series, series_number, subtotal_cents, discount_cents, net_cents, tax_cents, total_cents,
      tax_ppm, snapshot, credits_invoice_id, is_full_reversal, reason, created_by, created_at, updated_at, issued_at, due_at)
    VALUES (${note.id}, ${note.workspaceId}, 'credit_note', 'issued', ${note.series}, ${note.number}, ${note.subtotal}, ${note.discount}, ${note.net},
      ${note.tax}, ${note.total}, ${note.taxPpm}, ${JSON.stringify(note.snapshot)}::jsonb, ${note.invoiceId}, ${note.isFullReversal}, ${note.reason},
      ${note.createdBy}, ${now}, ${now}, ${now}, ${now})`);

/** Adds to what is credited, takes from what is paid, and sets the status that follows. */
export const applyCredit = (
  tx: Tx,
  {
    id,
    credited,
    returned,
    isReversal,
  }: { id: string; credited: number; returned: number; isReversal: boolean },
  now: Date,
) =>
  tx.execute(sql`
    UPDATE invoice i SET credited_cents = i.credited_cents + ${credited}::bigint, paid_cents = i.paid_cents - ${returned}::bigint, updated_at = ${now},
           status = CASE WHEN ${isReversal} THEN 'reversed'
                         WHEN i.status IN ('issued', 'overdue')
                           AND i.total_cents - i.credited_cents - ${credited}::bigint - i.paid_cents + ${returned}::bigint - i.written_off_cents = 0 THEN 'paid'
                         ELSE i.status END
     WHERE i.id = ${id}`);

/** Copies the lines of an invoice to its credit note. Ids are made by PostgreSQL, because the lines stay there. */
export const copyLines = (tx: Tx, from: string, to: string) =>
  tx.execute(sql`
    INSERT INTO invoice_line (id, workspace_id, invoice_id, position, kind, description, project_id, project_name, product_id, product_name,
      price_snapshot_id, rate_micros_per_hour, period_start, period_end, seconds, exact_cost, quantity, unit_price_micros, amount_cents,
      discount_cents, tax_cents)
    SELECT gen_random_uuid(), workspace_id, ${to}, position, 'manual', description, project_id, project_name, product_id, product_name,
           price_snapshot_id, rate_micros_per_hour, period_start, period_end, seconds, exact_cost, quantity, unit_price_micros, amount_cents,
           discount_cents, tax_cents
      FROM invoice_line WHERE invoice_id = ${from}`);

export interface UsedGrant {
  readonly grantId: string;
  readonly cents: number;
  readonly kind: "credit" | "percent";
  readonly code: string;
  readonly isExpired: boolean;
}

/** Promo credit that the invoice used and that was not given back; it is given back now. */
export const returnDiscounts = (tx: Tx, invoiceId: string, now: Date): Promise<UsedGrant[]> =>
  tx.many<UsedGrant>(sql`
    UPDATE invoice_discount d SET returned_cents = d.cents FROM promo_grant g
     WHERE d.invoice_id = ${invoiceId} AND g.workspace_id = d.workspace_id AND g.id = d.promo_grant_id AND d.returned_cents = 0
    RETURNING g.id AS "grantId", d.cents, g.kind, g.code, coalesce(g.valid_until <= ${now}, false) AS "isExpired"`);

/** A percentage gets its month back, unless another percentage is active; credit is active again until it expires. */
export async function reopenGrant(tx: Tx, grant: UsedGrant): Promise<void> {
  await tx.execute(
    grant.kind === "percent"
      ? sql`UPDATE promo_grant g SET months_left = months_left + 1,
                   status = CASE WHEN EXISTS (SELECT FROM promo_grant o WHERE o.workspace_id = g.workspace_id AND o.kind = 'percent' AND o.status = 'active'
                                              AND o.id <> g.id) THEN g.status ELSE 'active' END
             WHERE g.id = ${grant.grantId} AND g.status IN ('active', 'used_up')`
      : sql`UPDATE promo_grant SET status = CASE WHEN ${grant.isExpired} THEN 'expired' ELSE 'active' END
             WHERE id = ${grant.grantId} AND status <> 'revoked'`,
  );
}
