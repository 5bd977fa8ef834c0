/** SQL of what is owed and paid of invoices. */
import { type Tx, sql } from "../../core/db/db.ts";
import { openCents } from "./billing-sql.ts";

/** In cents. `open` is what is still owed. */
export interface PayableInvoice {
  readonly id: string;
  readonly open: number;
  readonly paid: number;
}

export interface LockedPayable extends PayableInvoice {
  readonly status: string;
  readonly isInFlight: boolean;
}

const open = openCents(sql`i`);

/** Issued and overdue invoices with an open amount, the oldest due first, locked. */
export const listPayable = (tx: Tx, workspaceId: string): Promise<PayableInvoice[]> =>
  tx.many<PayableInvoice>(sql`
    SELECT i.id, ${open} AS open, i.paid_cents AS paid FROM invoice i
     WHERE i.workspace_id = ${workspaceId} AND i.kind = 'invoice' AND i.status IN ('issued', 'overdue') AND NOT i.has_payment_in_flight
       AND ${open} > 0
     ORDER BY i.due_at, i.id FOR UPDATE`);

/** The part of the balance that refunds to cards without a result will take, in cents. */
export const reservedCash = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM refund
       WHERE workspace_id = ${workspaceId} AND invoice_id IS NULL AND status IN ('created', 'pending')`)
  ).cents;

/** The invoice, locked; what is open of a reversed or discarded one is 0. */
export const lockInvoice = (
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<LockedPayable | null> =>
  tx.maybeOne<LockedPayable>(sql`
    SELECT i.id, i.status, i.paid_cents AS paid, i.has_payment_in_flight AS "isInFlight", CASE WHEN i.status IN ('issued', 'overdue') THEN ${open} ELSE 0 END AS open
      FROM invoice i WHERE i.workspace_id = ${workspaceId} AND i.id = ${id} AND i.kind = 'invoice' FOR UPDATE`);

/**
 * Adds to what is paid. An invoice of which nothing is open is paid, unless a part is written off; returns whether it is
 * paid now.
 */
export async function addPaid(
  tx: Tx,
  { workspaceId, id, cents }: { workspaceId: string; id: string; cents: number },
  now: Date,
): Promise<boolean> {
  const isSettled = sql`(${open} - ${cents}::bigint = 0 AND i.status IN ('issued', 'overdue'))`;
  const row = await tx.one<{ status: string }>(sql`
    UPDATE invoice i SET paid_cents = i.paid_cents + ${cents}::bigint, has_payment_in_flight = false, updated_at = ${now},
           status = CASE WHEN ${isSettled} THEN CASE i.written_off_cents WHEN 0 THEN 'paid' ELSE 'uncollectible' END ELSE i.status END,
           paid_at = CASE WHEN ${isSettled} AND i.written_off_cents = 0 THEN ${now} ELSE i.paid_at END
     WHERE i.workspace_id = ${workspaceId} AND i.id = ${id} RETURNING i.status`);
  return row.status === "paid";
}

/** Marks whether a payment of the invoice waits for its result. Returns false when it does already, or nothing is open. */
export async function setPaymentInFlight(
  tx: Tx,
  { workspaceId, id, isInFlight }: { workspaceId: string; id: string; isInFlight: boolean },
  now: Date,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE invoice i SET has_payment_in_flight = ${isInFlight}, updated_at = ${now}
     WHERE i.workspace_id = ${workspaceId} AND i.id = ${id} AND i.has_payment_in_flight <> ${isInFlight}
       AND (NOT ${isInFlight} OR (i.kind = 'invoice' AND i.status IN ('issued', 'overdue') AND ${open} > 0))`);
  return changed === 1;
}
