/** SQL of card payments and of processed webhooks. */
import { minimumChargeCents } from "#contracts/payments.ts";
import { type Sql, sql, type Tx } from "../../../core/db/db.ts";
import { openCents } from "../billing-sql.ts";

/** So long a card is not charged for an invoice that its customer has started to pay. */
export const customerTimeMs = 3_600_000;

export type PaymentStatus =
  | "created"
  | "requires_action"
  | "processing"
  | "unknown"
  | "succeeded"
  | "failed";

export interface PaymentRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly invoice_id: string | null;
  readonly amount_cents: number;
  readonly status: PaymentStatus;
  readonly is_off_session: boolean;
  readonly is_automatic_top_up: boolean;
  readonly provider_id: string | null;
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly failure_code: string | null;
  readonly history_entry_id: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = sql`p.id, p.workspace_id, p.invoice_id, p.amount_cents, p.status, p.is_off_session, p.is_automatic_top_up, p.provider_id, p.card_brand,
  p.card_last4, p.failure_code, p.history_entry_id, p.created_by, p.created_at, p.updated_at`;

export const findPayment = (id: string): Sql =>
  sql`SELECT ${columns} FROM payment p WHERE p.id = ${id}`;

/** The payment, locked until the transaction ends. Lock the billing account first. */
export const lockPayment = (tx: Tx, id: string): Promise<PaymentRow | null> =>
  tx.maybeOne<PaymentRow>(sql`SELECT ${columns} FROM payment p WHERE p.id = ${id} FOR UPDATE`);

export interface NewPaymentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly invoiceId: string | null;
  readonly amountCents: number;
  readonly isOffSession: boolean;
  /** Default: false. */
  readonly isAutomaticTopUp?: boolean;
  readonly card: { readonly provider_id: string; readonly brand: string; readonly last4: string };
  readonly createdBy: string | null;
}

export const insertPayment = (tx: Tx, payment: NewPaymentRow, now: Date) =>
  tx.execute(sql`
    INSERT INTO payment (id, workspace_id, invoice_id, amount_cents, status, is_off_session, is_automatic_top_up, card_id, card_brand, card_last4, created_by,
      created_at, updated_at, checked_at)
    VALUES (${payment.id}, ${payment.workspaceId}, ${payment.invoiceId}, ${payment.amountCents}, 'created', ${payment.isOffSession}, ${payment.isAutomaticTopUp === true},
      ${payment.card.provider_id}, ${payment.card.brand}, ${payment.card.last4}, ${payment.createdBy}, ${now}, ${now}, ${now})`);

export const setPaymentProviderId = (tx: Tx, id: string, providerId: string) =>
  tx.execute(sql`UPDATE payment SET provider_id = ${providerId} WHERE id = ${id}`);

/** Changes only what is given. */
export const updatePayment = (
  tx: Tx,
  id: string,
  change: {
    status: PaymentStatus;
    providerId?: string;
    failureCode?: string | null;
    historyEntryId?: string;
  },
  now: Date,
) =>
  tx.execute(sql`
    UPDATE payment SET status = ${change.status}, provider_id = coalesce(${change.providerId ?? null}, provider_id),
           failure_code = ${change.failureCode ?? null}, history_entry_id = coalesce(${change.historyEntryId ?? null}::uuid, history_entry_id),
           updated_at = ${now}, checked_at = ${now}
     WHERE id = ${id}`);

export const markChecked = (tx: Tx, id: string, now: Date) =>
  tx.execute(sql`UPDATE payment SET checked_at = ${now} WHERE id = ${id}`);

/** The payment of an invoice that has no result; null without one. Its customer may not have confirmed it. */
export const findInFlight = (tx: Tx, workspaceId: string, invoiceId: string) =>
  tx.maybeOne<PaymentRow>(sql`
    SELECT ${columns} FROM payment p WHERE p.workspace_id = ${workspaceId} AND p.invoice_id = ${invoiceId}
       AND p.status IN ('created', 'requires_action', 'processing', 'unknown')`);

/** The payment at the provider, by its own id or by the reference that the provider stores. */
export const findByProvider = (tx: Tx, providerId: string, reference: string | null) =>
  tx.maybeOne<{ id: string; workspaceId: string; invoiceId: string | null }>(sql`
    SELECT p.id, p.workspace_id AS "workspaceId", p.invoice_id AS "invoiceId" FROM payment p
     WHERE p.provider_id = ${providerId} OR (p.provider_id IS NULL AND p.id::text = ${reference}) LIMIT 1`);

export interface OpenPayment extends PaymentRow {
  readonly customer_id: string | null;
  /** It waits for its customer, and is not what is owed of its invoice any more. */
  readonly is_superseded: boolean;
}

/** Payments without a result: those that are superseded, and those that were not checked since, the longest first. */
export const listUnchecked = (tx: Tx, before: Date, limit: number): Promise<OpenPayment[]> =>
  tx.many<OpenPayment>(sql`
    SELECT ${columns}, c.customer_id, s.is_superseded FROM payment p LEFT JOIN payment_customer c ON c.workspace_id = p.workspace_id
      LEFT JOIN invoice i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
     CROSS JOIN LATERAL (SELECT i.id IS NOT NULL AND NOT p.is_off_session AND p.status IN ('created', 'requires_action')
                            AND (i.status NOT IN ('issued', 'overdue') OR ${openCents(sql`i`)} <> p.amount_cents) AS is_superseded) s
     WHERE p.status IN ('created', 'requires_action', 'processing', 'unknown') AND (p.checked_at <= ${before} OR s.is_superseded)
     ORDER BY s.is_superseded DESC, p.checked_at, p.id LIMIT ${limit}`);

/** Card setups and payments that a workspace started since. */
export const countStarted = async (tx: Tx, workspaceId: string, since: Date): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      SELECT (SELECT count(*) FROM card_setup WHERE workspace_id = ${workspaceId} AND created_at > ${since})
           + (SELECT count(*) FROM payment WHERE workspace_id = ${workspaceId} AND created_at > ${since} AND NOT is_off_session) AS n`)
  ).n;

/** Returns false for an event that was processed before. A concurrent delivery waits here. */
export const insertEvent = async (
  tx: Tx,
  event: { eventId: string; type: string },
  now: Date,
): Promise<boolean> =>
  (await tx.execute(sql`
    INSERT INTO payment_event (provider, event_id, type, processed_at)
    VALUES ('stripe', ${event.eventId}, ${event.type}, ${now}) ON CONFLICT DO NOTHING`)) === 1;

/** Stripe repeats a delivery for days, not for months. */
export const deleteOldEvents = (tx: Tx, before: Date) =>
  tx.execute(sql`DELETE FROM payment_event WHERE processed_at < ${before}`);

/** One that a chargeback reopened is not charged automatically, because the customer contests it. */
const isPayable = (alias: Sql) =>
  sql`${alias}.kind = 'invoice' AND ${alias}.status IN ('issued', 'overdue') AND NOT ${alias}.has_payment_in_flight AND ${alias}.reopened_at IS NULL AND ${openCents(alias)} > 0`;

/** Cents of other invoices that are too small to be charged alone: the charge of `invoiceId` includes them. */
export const sumCarried = async (tx: Tx, workspaceId: string, invoiceId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      SELECT coalesce(sum(${openCents(sql`o`)}), 0)::bigint AS cents FROM invoice o
       WHERE o.workspace_id = ${workspaceId} AND o.id <> ${invoiceId} AND ${isPayable(sql`o`)} AND ${openCents(sql`o`)} < ${minimumChargeCents}`)
  ).cents;

/**
 * Invoices to charge now, the oldest first: at one of `days` after their issue, if the last charge was before that day or
 * before the present default card was saved. Their workspace has a valid default card, and nothing is in flight. Payments that
 * the customer started do not count, but one that was started less than an hour ago is waited for. Amounts below the minimum wait until they reach it together, or another invoice is charged.
 */
export const listDueCharges = (tx: Tx, now: Date, days: readonly number[], limit: number) =>
  tx.many<{ workspaceId: string; invoiceId: string }>(sql`
    SELECT i.workspace_id AS "workspaceId", i.id AS "invoiceId" FROM invoice i
      JOIN payment_method m ON m.workspace_id = i.workspace_id AND m.is_default
       AND make_date(m.exp_year, m.exp_month, 1) + interval '1 month' > ${now}::timestamptz AT TIME ZONE 'UTC'
     CROSS JOIN LATERAL (SELECT max(i.issued_at + make_interval(hours => 24 * day)) AS at FROM unnest(${[...days]}::integer[]) AS d (day)
                          WHERE i.issued_at + make_interval(hours => 24 * day) <= ${now}) step
      LEFT JOIN LATERAL (SELECT max(p.created_at) AS at FROM payment p
                          WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id AND p.is_off_session) last ON true
     WHERE ${isPayable(sql`i`)} AND (last.at IS NULL OR last.at < step.at OR last.at < m.created_at)
       AND NOT EXISTS (SELECT FROM payment p WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id
                          AND p.status IN ('created', 'requires_action') AND p.created_at > ${new Date(now.getTime() - customerTimeMs)})
       AND (${openCents(sql`i`)} >= ${minimumChargeCents} OR (
         ${openCents(sql`i`)} + (SELECT coalesce(sum(${openCents(sql`o`)}), 0) FROM invoice o WHERE o.workspace_id = i.workspace_id AND o.id <> i.id AND ${isPayable(sql`o`)})
           >= ${minimumChargeCents}
         AND NOT EXISTS (SELECT FROM invoice o WHERE o.workspace_id = i.workspace_id AND o.id <> i.id AND ${isPayable(sql`o`)}
                            AND (${openCents(sql`o`)} >= ${minimumChargeCents} OR (o.issued_at, o.id) > (i.issued_at, i.id)))))
     ORDER BY i.issued_at, i.id LIMIT ${limit}`);
