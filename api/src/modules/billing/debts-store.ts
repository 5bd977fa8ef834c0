/** SQL of invoices that are written off. */
import { sql, type Tx } from "../../core/db/db.ts";
import { documentNumber, openCents } from "./billing-sql.ts";

export interface Debt {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly isInvoice: boolean;
  readonly isInFlight: boolean;
  readonly total: number;
  readonly tax: number;
  readonly open: number;
  readonly credited: number;
  /** Tax of the credit notes so far. */
  readonly creditedTax: number;
  readonly writtenOff: number;
  readonly writtenOffTax: number;
}

/** The document with what is owed of it, locked. In cents. */
export const lockDebt = (tx: Tx, workspaceId: string, id: string): Promise<Debt | null> =>
  tx.maybeOne<Debt>(sql`
    SELECT i.id, ${documentNumber(sql`i`)} AS number, i.status, i.kind = 'invoice' AS "isInvoice",
           i.has_payment_in_flight AS "isInFlight", i.total_cents AS total, i.tax_cents AS tax,
           ${openCents(sql`i`)} AS open, i.credited_cents AS credited,
           (SELECT coalesce(sum(c.tax_cents), 0)::bigint FROM invoice c WHERE c.workspace_id = i.workspace_id AND c.credits_invoice_id = i.id) AS "creditedTax",
           i.written_off_cents AS "writtenOff", i.written_off_tax_cents AS "writtenOffTax"
      FROM invoice i WHERE i.workspace_id = ${workspaceId} AND i.id = ${id} FOR UPDATE`);

/** Adds to what is written off, or takes from it, and sets the status. */
export const changeWrittenOff = (
  tx: Tx,
  {
    workspaceId,
    id,
    cents,
    taxCents,
    status,
  }: { workspaceId: string; id: string; cents: number; taxCents: number; status: string },
  now: Date,
) =>
  tx.execute(sql`
    UPDATE invoice SET written_off_cents = written_off_cents + ${cents}::bigint, written_off_tax_cents = written_off_tax_cents + ${taxCents}::bigint,
           status = ${status}, updated_at = ${now}
     WHERE workspace_id = ${workspaceId} AND id = ${id}`);
