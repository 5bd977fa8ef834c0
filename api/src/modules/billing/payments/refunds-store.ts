/** SQL of refunds to cards. */
import { type Sql, sql, type Tx } from "../../../core/db/db.ts";

export type RefundStatus = "created" | "pending" | "succeeded" | "failed" | "returned";

export interface RefundRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly payment_id: string;
  /** Null where the money is in the balance. */
  readonly invoice_id: string | null;
  readonly amount_cents: number;
  readonly status: RefundStatus;
  readonly provider_id: string | null;
  readonly failure_code: string | null;
  readonly credit_note_id: string | null;
  readonly history_entry_id: string | null;
  readonly reason: string | null;
  readonly request_hash: Buffer | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly payment_provider_id: string | null;
  readonly card_brand: string | null;
  readonly card_last4: string | null;
}

const columns = sql`r.id, r.workspace_id, r.payment_id, r.invoice_id, r.amount_cents, r.status, r.provider_id, r.failure_code, r.credit_note_id,
  r.history_entry_id, r.reason, r.request_hash, r.created_by, r.created_at, p.provider_id AS payment_provider_id, p.card_brand, p.card_last4`;
const from = sql`refund r JOIN payment p ON p.workspace_id = r.workspace_id AND p.id = r.payment_id`;
const find = (condition: Sql) => sql`SELECT ${columns} FROM ${from} WHERE ${condition}`;

/** The refund, locked until the transaction ends. Lock the billing account first. */
export const lockRefund = (tx: Tx, id: string): Promise<RefundRow | null> =>
  tx.maybeOne<RefundRow>(sql`${find(sql`r.id = ${id}`)} FOR UPDATE OF r`);

export const findRefundByRequest = (tx: Tx, workspaceId: string, requestKey: Buffer) =>
  tx.maybeOne<RefundRow>(
    find(sql`r.workspace_id = ${workspaceId} AND r.request_key = ${requestKey}`),
  );

/** The refund at the provider, by its own id or by the reference that the provider stores. */
export const findRefundByProvider = (tx: Tx, providerId: string, reference: string | null) =>
  tx.maybeOne<RefundRow>(
    find(
      sql`(r.provider_id = ${providerId} OR (r.provider_id IS NULL AND r.id::text = ${reference}))`,
    ),
  );

export interface NewRefundRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly paymentId: string;
  readonly invoiceId: string | null;
  readonly amountCents: number;
  readonly reason: string | null;
  readonly createdBy: string | null;
  readonly request: { readonly key: Buffer; readonly hash: Buffer } | null;
}

export const insertRefund = (tx: Tx, refund: NewRefundRow, now: Date) =>
  tx.execute(sql`
    INSERT INTO refund (id, workspace_id, payment_id, invoice_id, amount_cents, status, reason, request_key, request_hash, created_by, created_at,
      updated_at, checked_at)
    VALUES (${refund.id}, ${refund.workspaceId}, ${refund.paymentId}, ${refund.invoiceId}, ${refund.amountCents}, 'created', ${refund.reason},
      ${refund.request?.key ?? null}, ${refund.request?.hash ?? null}, ${refund.createdBy}, ${now}, ${now}, ${now})`);

/** Changes only what is given. */
export const updateRefund = (
  tx: Tx,
  id: string,
  change: {
    status: RefundStatus;
    providerId?: string;
    failureCode?: string | null;
    creditNoteId?: string | null;
    historyEntryId?: string | null;
  },
  now: Date,
) =>
  tx.execute(sql`
    UPDATE refund SET status = ${change.status}, provider_id = coalesce(${change.providerId ?? null}, provider_id),
           failure_code = coalesce(${change.failureCode ?? null}, failure_code),
           credit_note_id = coalesce(${change.creditNoteId ?? null}::uuid, credit_note_id),
           history_entry_id = coalesce(${change.historyEntryId ?? null}::uuid, history_entry_id), updated_at = ${now}, checked_at = ${now}
     WHERE id = ${id}`);

export const markRefundChecked = (tx: Tx, id: string, now: Date) =>
  tx.execute(sql`UPDATE refund SET checked_at = ${now} WHERE id = ${id}`);

/** Refunds without a result that were not checked since, the longest first. */
export const listUncheckedRefunds = (tx: Tx, before: Date, limit: number) =>
  tx.many<RefundRow>(sql`
    ${find(sql`r.status IN ('created', 'pending') AND r.checked_at <= ${before}`)} ORDER BY r.checked_at, r.id LIMIT ${limit}`);

/** Those of the refunds at the provider that are known here, by the provider's ids. */
export async function listKnownRefunds(
  tx: Tx,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly status: RefundStatus }>> {
  const rows = await tx.many<{ providerId: string; status: RefundStatus }>(sql`
    SELECT provider_id AS "providerId", status FROM refund WHERE provider_id = ANY(${[...providerIds]})`);
  return new Map(rows.map(({ providerId, status }) => [providerId, { status }]));
}

export interface RefundablePayment {
  readonly id: string;
  readonly workspace_id: string;
  readonly invoice_id: string | null;
  readonly provider_id: string | null;
}

/** Whether the payment `p` was booked on its invoice, at least in part. */
const hasPaidInvoice = sql`EXISTS (SELECT FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'receivable'
  WHERE t.workspace_id = p.workspace_id AND t.idempotency_key = 'payment:' || p.id)`;

/**
 * The card payment with the id, of the entry of the history, or of the invoice: the newest of those that paid it, else the
 * newest. Null without one.
 */
export const findRefundablePayment = (tx: Tx, id: string): Promise<RefundablePayment | null> =>
  tx.maybeOne<RefundablePayment>(sql`
    WITH named AS (
      SELECT h.invoice_id AS id FROM billing_history_entry h WHERE h.id = ${id} AND h.type IN ('invoice', 'invoice_payment')
      UNION ALL SELECT ${id}::uuid
    ), refunded AS (SELECT payment_id AS id FROM refund WHERE history_entry_id = ${id})
    SELECT p.id, p.workspace_id, p.invoice_id, p.provider_id FROM payment p
     WHERE p.status = 'succeeded' AND (p.id = ${id} OR p.history_entry_id = ${id} OR p.id IN (SELECT id FROM refunded)
        OR p.invoice_id IN (SELECT id FROM named))
     ORDER BY (p.id = ${id} OR p.history_entry_id = ${id}) DESC, ${hasPaidInvoice} DESC, p.created_at DESC LIMIT 1`);

/** The payment with what went back of it, locked. In cents. */
export interface PaymentState {
  readonly amount: number;
  /** Refunds that succeeded or have no result yet. */
  readonly refunded: number;
  /** Whether the money of an earlier refund came back; it is in the balance. */
  readonly hasReturned: boolean;
  /** What a bank took back and has not given back. */
  readonly withdrawn: number;
  readonly isDisputed: boolean;
  /** False if all of it went to the balance, because other money had paid its invoice before. */
  readonly hasPaidInvoice: boolean;
}

export const lockPaymentState = (tx: Tx, id: string): Promise<PaymentState> =>
  tx.one<PaymentState>(sql`
    SELECT p.amount_cents AS amount,
           (SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.status IN ('created', 'pending', 'succeeded')), 0)::bigint FROM refund r
             WHERE r.workspace_id = p.workspace_id AND r.payment_id = p.id) AS refunded,
           EXISTS (SELECT FROM refund r WHERE r.workspace_id = p.workspace_id AND r.payment_id = p.id AND r.status = 'returned') AS "hasReturned",
           (SELECT coalesce(sum(d.withdrawn_cents - d.reinstated_cents), 0)::bigint FROM dispute d
             WHERE d.workspace_id = p.workspace_id AND d.payment_id = p.id) AS withdrawn,
           EXISTS (SELECT FROM dispute d WHERE d.workspace_id = p.workspace_id AND d.payment_id = p.id AND d.status <> 'won') AS "isDisputed",
           ${hasPaidInvoice} AS "hasPaidInvoice"
      FROM payment p WHERE p.id = ${id} FOR UPDATE OF p`);
