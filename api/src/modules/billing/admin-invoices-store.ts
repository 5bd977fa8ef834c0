/** SQL of invoices that staff write. */
import { type Tx, sql } from "../../core/db/db.ts";

export const insertStaffDraft = (
  tx: Tx,
  {
    id,
    workspaceId,
    period,
  }: { id: string; workspaceId: string; period: { start: Date; end: Date } | null },
  { reason, by, replaces }: { reason: string; by: string; replaces: string | null },
  now: Date,
) =>
  tx.execute(sql`
    INSERT INTO invoice (id, workspace_id, kind, status, period_start, period_end, replaces_invoice_id, reason, created_by, created_at, updated_at)
    VALUES (${id}, ${workspaceId}, 'invoice', 'draft', ${period?.start ?? null}, ${period?.end ?? null}, ${replaces}, ${reason}, ${by}, ${now}, ${now})`);

export const findWorkspaceName = (tx: Tx, id: string) =>
  tx.maybeOne<{ id: string; handle: string; name: string }>(
    sql`SELECT id, handle, name FROM workspace WHERE id = ${id}`,
  );

/** What only staff see of a document. */
export const readInvoiceState = (
  tx: Tx,
  id: string,
): Promise<{ writtenOff: number; isPaymentInProgress: boolean }> =>
  tx.one<{ writtenOff: number; isPaymentInProgress: boolean }>(
    sql`SELECT written_off_cents AS "writtenOff", has_payment_in_flight AS "isPaymentInProgress" FROM invoice WHERE id = ${id}`,
  );

/** The invoice of an entry of the history, or with the id itself. */
export async function findInvoiceOfEntry(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.maybeOne<{ id: string }>(sql`
    SELECT invoice_id AS id FROM billing_history_entry WHERE id = ${id} AND invoice_id IS NOT NULL
    UNION ALL SELECT id FROM invoice WHERE id = ${id} LIMIT 1`);
  return row?.id ?? null;
}
