/** SQL of disputes, and of the invoices that a chargeback reopens. */
import { sql, type Tx } from "../../../core/db/db.ts";

export type DisputeStatus = "open" | "won" | "lost";

export interface DisputeRow {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly withdrawn: number;
  readonly reinstated: number;
  readonly loss: number;
}

/** The dispute, inserted if it is new, and locked. Lock the billing account first. */
export async function lockDispute(
  tx: Tx,
  dispute: {
    id: string;
    workspaceId: string;
    paymentId: string;
    providerId: string;
    amountCents: number;
    reason: string;
  },
  now: Date,
): Promise<DisputeRow> {
  await tx.execute(sql`
    INSERT INTO dispute (id, workspace_id, payment_id, provider_id, amount_cents, reason, status, created_at, updated_at)
    VALUES (${dispute.id}, ${dispute.workspaceId}, ${dispute.paymentId}, ${dispute.providerId}, ${dispute.amountCents},
      left(${dispute.reason}, 100), 'open', ${now}, ${now}) ON CONFLICT (workspace_id, provider_id) DO NOTHING`);
  return await tx.one<DisputeRow>(sql`
    SELECT id, status, withdrawn_cents AS withdrawn, reinstated_cents AS reinstated, loss_cents AS loss FROM dispute
     WHERE workspace_id = ${dispute.workspaceId} AND provider_id = ${dispute.providerId} FOR UPDATE`);
}

export const updateDispute = (tx: Tx, { id, ...change }: DisputeRow, now: Date) =>
  tx.execute(sql`
    UPDATE dispute SET status = ${change.status}, withdrawn_cents = ${change.withdrawn}, reinstated_cents = ${change.reinstated},
           loss_cents = ${change.loss}, updated_at = ${now}
     WHERE id = ${id}`);

/** Brand and digits of the card of the payment, for the history. */
export const findCardOfPayment = (tx: Tx, paymentId: string) =>
  tx.one<{ brand: string | null; last4: string | null }>(
    sql`SELECT card_brand AS brand, card_last4 AS last4 FROM payment WHERE id = ${paymentId}`,
  );

/** Invoices of which something was paid, locked: the given one first, then the newest. */
export const listPaidInvoices = (tx: Tx, workspaceId: string, first: string | null) =>
  tx.many<{ id: string; paid: number }>(sql`
    SELECT i.id, i.paid_cents AS paid FROM invoice i
     WHERE i.workspace_id = ${workspaceId} AND i.kind = 'invoice' AND i.paid_cents > 0
       AND i.status IN ('issued', 'overdue', 'paid', 'uncollectible')
     ORDER BY (i.id = ${first}) IS TRUE DESC, i.issued_at DESC, i.id DESC FOR UPDATE`);

/** Takes back what was paid of an invoice. A paid one is overdue then. */
export const reopenInvoice = (
  tx: Tx,
  { workspaceId, id, cents }: { workspaceId: string; id: string; cents: number },
  now: Date,
) =>
  tx.execute(sql`
    UPDATE invoice SET paid_cents = paid_cents - ${cents}::bigint, paid_at = NULL, reopened_at = ${now}, updated_at = ${now},
           status = CASE WHEN status IN ('paid', 'uncollectible') THEN 'overdue' ELSE status END
     WHERE workspace_id = ${workspaceId} AND id = ${id}`);

/** Disputes that wait for the answer of staff, and those that are lost with a loss. */
export const listOpenDisputes = (tx: Tx) =>
  tx.many<{
    kind: string;
    reference: string;
    detail: Readonly<Record<string, string | number>>;
  }>(sql`
    SELECT 'open_dispute' AS kind, d.id::text AS reference,
           json_build_object('workspaceId', d.workspace_id, 'paymentId', d.payment_id, 'cents', d.amount_cents, 'reason', d.reason,
             'provider', d.provider_id, 'loss', d.loss_cents) AS detail
      FROM dispute d WHERE d.status = 'open' ORDER BY d.created_at, d.id LIMIT 100`);

export interface KnownDispute {
  readonly status: DisputeStatus;
  readonly withdrawn: number;
  readonly reinstated: number;
}

/** Those of the disputes at the provider that are known here, by the provider's ids. */
export async function listKnownDisputes(
  tx: Tx,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, KnownDispute>> {
  const rows = await tx.many<KnownDispute & { providerId: string }>(sql`
    SELECT provider_id AS "providerId", status, withdrawn_cents AS withdrawn, reinstated_cents AS reinstated FROM dispute
     WHERE provider_id = ANY(${[...providerIds]})`);
  return new Map(rows.map(({ providerId, ...known }) => [providerId, known]));
}
