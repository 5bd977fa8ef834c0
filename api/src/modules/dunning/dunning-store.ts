/** SQL of reminders of unpaid invoices, and of suspensions because of them. It runs as boreal_system. */
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { documentNumber, openCents } from "../billing/billing-sql.ts";
import type { WorkspaceNames } from "../mail/member-recipients.ts";

/** What is still owed of an invoice, in cents. */
const openOf = openCents(sql`i`);
/** An overdue invoice of which something is owed. While a payment waits for its result nobody is reminded. */
const isOverdue = sql`i.kind = 'invoice' AND i.status = 'overdue' AND NOT i.has_payment_in_flight AND ${openOf} > 0`;
const invoiceNumber = documentNumber(sql`i`);
const hours = (count: number): Sql => sql`make_interval(hours => ${count}::integer)`;

/** Returns false if the notice was sent before. */
export const insertNotice = async (
  tx: Tx,
  { workspaceId, kind, reference }: { workspaceId: string; kind: string; reference: string },
  now: Date,
): Promise<boolean> =>
  (await tx.execute(sql`INSERT INTO billing_notice (workspace_id, kind, reference, sent_at)
    VALUES (${workspaceId}, ${kind}, ${reference}, ${now}) ON CONFLICT DO NOTHING`)) === 1;

export interface FailedCharge extends WorkspaceNames {
  readonly workspaceId: string;
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly cents: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly failureCode: string | null;
  readonly dueAt: Date;
}

/** Charges without the customer that failed since, of invoices that are still owed, without a notice. The oldest first. */
export const listFailedCharges = (tx: Tx, since: Date, limit: number): Promise<FailedCharge[]> =>
  tx.many<FailedCharge>(sql`
    SELECT p.workspace_id AS "workspaceId", w.name, w.handle, p.id AS "paymentId", i.id AS "invoiceId", ${invoiceNumber} AS number,
           ${openOf} AS cents, CASE WHEN p.card_last4 IS NOT NULL THEN json_build_object('brand', p.card_brand, 'last4', p.card_last4) END AS card, p.failure_code AS "failureCode", i.due_at AS "dueAt"
      FROM payment p JOIN invoice i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id JOIN workspace w ON w.id = p.workspace_id
     WHERE p.status = 'failed' AND p.is_off_session AND p.updated_at > ${since} AND i.status IN ('issued', 'overdue')
       AND NOT i.has_payment_in_flight AND ${openOf} > 0
       AND NOT EXISTS (SELECT FROM billing_notice n WHERE n.workspace_id = p.workspace_id AND n.kind = 'charge_failed' AND n.reference = p.id::text)
     ORDER BY p.updated_at, p.id LIMIT ${limit}`);

export interface OverdueInvoice extends WorkspaceNames {
  readonly workspaceId: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly cents: number;
  readonly dueAt: Date;
}

const overdueColumns = sql`i.workspace_id AS "workspaceId", w.name, w.handle, i.id AS "invoiceId", ${invoiceNumber} AS number,
  ${openOf} AS cents, i.due_at AS "dueAt"`;

/** Overdue invoices without a notice. */
export const listUnannouncedOverdue = (tx: Tx, limit: number): Promise<OverdueInvoice[]> =>
  tx.many<OverdueInvoice>(sql`
    SELECT ${overdueColumns} FROM invoice i JOIN workspace w ON w.id = i.workspace_id
     WHERE ${isOverdue}
       AND NOT EXISTS (SELECT FROM billing_notice n WHERE n.workspace_id = i.workspace_id AND n.kind = 'overdue' AND n.reference = i.id::text)
     ORDER BY i.due_at, i.id LIMIT ${limit}`);

/** Of each workspace without an announced suspension the invoice that is overdue for longest, if it is due since before. */
export const listSuspensionsToAnnounce = (
  tx: Tx,
  dueBefore: Date,
  limit: number,
): Promise<OverdueInvoice[]> =>
  tx.many<OverdueInvoice>(sql`
    SELECT DISTINCT ON (i.workspace_id) ${overdueColumns} FROM invoice i JOIN workspace w ON w.id = i.workspace_id
     WHERE ${isOverdue} AND i.due_at <= ${dueBefore} AND w.status <> 'deactivated'
       AND NOT EXISTS (SELECT FROM overdue_suspension s WHERE s.workspace_id = i.workspace_id)
     ORDER BY i.workspace_id, i.due_at, i.id LIMIT ${limit}`);

/** Returns false if another worker announced it. */
export const insertSuspension = async (
  tx: Tx,
  {
    workspaceId,
    invoiceId,
    suspendsAt,
  }: { workspaceId: string; invoiceId: string; suspendsAt: Date },
  now: Date,
): Promise<boolean> =>
  (await tx.execute(sql`INSERT INTO overdue_suspension (workspace_id, invoice_id, suspends_at, announced_at)
    VALUES (${workspaceId}, ${invoiceId}, ${suspendsAt}, ${now}) ON CONFLICT DO NOTHING`)) === 1;

export interface AnnouncedSuspension extends OverdueInvoice {
  readonly suspendsAt: Date;
  readonly remindedAt: Date | null;
  readonly suspendedAt: Date | null;
}

/** Workspaces whose announced suspension is less than `remindHours` away, without those that have nothing left to do. */
export const listDueSuspensions = async (
  tx: Tx,
  now: Date,
  remindHours: number,
): Promise<string[]> =>
  (
    await tx.many<{ id: string }>(sql`
      SELECT s.workspace_id AS id FROM overdue_suspension s
       WHERE s.suspended_at IS NULL AND (s.suspends_at <= ${now} OR s.reminded_at IS NULL AND s.suspends_at <= ${now}::timestamptz + ${hours(remindHours)})
       ORDER BY s.suspends_at, s.workspace_id LIMIT 500`)
  ).map(({ id }) => id);

/** The announced suspension, locked; null if its invoice is not overdue any more, or a payment of it is under way. */
export const lockSuspension = (tx: Tx, workspaceId: string): Promise<AnnouncedSuspension | null> =>
  tx.maybeOne<AnnouncedSuspension>(sql`
    SELECT ${overdueColumns}, s.suspends_at AS "suspendsAt", s.reminded_at AS "remindedAt", s.suspended_at AS "suspendedAt"
      FROM overdue_suspension s JOIN invoice i ON i.workspace_id = s.workspace_id AND i.id = s.invoice_id JOIN workspace w ON w.id = s.workspace_id
     WHERE s.workspace_id = ${workspaceId} AND ${isOverdue} FOR UPDATE OF s`);

export const markReminded = (tx: Tx, workspaceId: string, now: Date) =>
  tx.execute(
    sql`UPDATE overdue_suspension SET reminded_at = ${now} WHERE workspace_id = ${workspaceId}`,
  );

export const markSuspended = (tx: Tx, workspaceId: string, now: Date) =>
  tx.execute(
    sql`UPDATE overdue_suspension SET suspended_at = ${now} WHERE workspace_id = ${workspaceId}`,
  );

/** Ends announcements whose invoice is settled, unless the workspace is suspended because of it. */
export const deleteSettledSuspensions = (tx: Tx) =>
  tx.many<{ workspaceId: string }>(sql`
    DELETE FROM overdue_suspension s USING invoice i, workspace w
     WHERE i.workspace_id = s.workspace_id AND i.id = s.invoice_id AND w.id = s.workspace_id
       AND (i.status <> 'overdue' OR ${openOf} = 0) AND w.suspension_reason IS DISTINCT FROM 'overdue'
    RETURNING s.workspace_id AS "workspaceId"`);

/** Names of the active instances, the most expensive first, and of how many there are. */
export const listActiveHostnames = async (tx: Tx, workspaceId: string): Promise<string[]> =>
  (
    await tx.many<{ hostname: string }>(sql`
      SELECT hostname FROM instance WHERE workspace_id = ${workspaceId} AND status IN ('active', 'rebooting')
       ORDER BY rate_micros_per_hour DESC, id`)
  ).map(({ hostname }) => hostname);

/** What is owed of all overdue invoices of the workspace, in cents. */
export const sumOverdue = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(
      sql`SELECT coalesce(sum(${openOf}), 0)::bigint AS cents FROM invoice i WHERE i.workspace_id = ${workspaceId} AND ${isOverdue}`,
    )
  ).cents;
