/** SQL of the mails about documents. It runs as boreal_system. */
import { Locale } from "#contracts/locale.ts";
import { sql, type Tx } from "../../../core/db/db.ts";
import { isoTimestamp } from "../../../core/db/list.ts";
import type { FileFormat } from "./store.ts";
import { documentNumber } from "../billing-sql.ts";

export interface NewDocument {
  readonly id: string;
  readonly workspaceId: string;
}

/** Documents without mails, oldest first. */
export const listNewInvoices = (tx: Tx, limit: number): Promise<NewDocument[]> =>
  tx.many<NewDocument>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM invoice
     WHERE issued_at IS NOT NULL AND mailed_at IS NULL AND snapshot ? 'seller' ORDER BY issued_at, id LIMIT ${limit}`);

/** Payments and top-ups that arrived and have no mail, oldest first. */
export const listNewPayments = (tx: Tx, limit: number): Promise<NewDocument[]> =>
  tx.many<NewDocument>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM billing_history_entry
     WHERE status = 'succeeded' AND type IN ('top_up', 'invoice_payment') AND mailed_at IS NULL ORDER BY created_at, id LIMIT ${limit}`);

interface MailedInvoice {
  readonly kind: "invoice" | "credit_note";
  readonly number: string;
  readonly creditedNumber: string | null;
  readonly totalCents: number;
  readonly dueAt: string;
}

/** Null when another worker has marked it. */
export const markInvoiceMailed = (tx: Tx, id: string, now: Date): Promise<MailedInvoice | null> =>
  tx.maybeOne<MailedInvoice>(sql`
    UPDATE invoice i SET mailed_at = ${now} WHERE i.id = ${id} AND i.mailed_at IS NULL
    RETURNING i.kind, ${documentNumber(sql`i`)} AS number, i.total_cents AS "totalCents", ${isoTimestamp("i.due_at")} AS "dueAt",
      (SELECT ${documentNumber(sql`o`)} FROM invoice o WHERE o.id = i.credits_invoice_id) AS "creditedNumber"`);

export const markPaymentMailed = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ cents: number } | null> =>
  tx.maybeOne<{ cents: number }>(sql`
    UPDATE billing_history_entry SET mailed_at = ${now} WHERE id = ${id} AND mailed_at IS NULL RETURNING amount_cents AS cents`);

export interface Receiver {
  readonly email: string;
  readonly firstName: string;
  readonly locale: Locale;
  readonly timezone?: string | undefined;
}

/** The receivers of the billing details; without any, the owner and the billing administrators. */
export async function listReceivers(
  tx: Tx,
  workspaceId: string,
): Promise<{ workspace: { handle: string; name: string }; receivers: Receiver[] }> {
  const workspace = await tx.one<{ handle: string; name: string }>(
    sql`SELECT handle, name FROM workspace WHERE id = ${workspaceId}`,
  );
  const rows = await tx.many<Omit<Receiver, "locale"> & { locale: string; isOwner: boolean }>(sql`
    SELECT u.email, u.first_name AS "firstName", u.locale, u.timezone, r.workspace_role_id = 'owner' AS "isOwner"
      FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL AND u.status = 'active'
       AND r.workspace_role_id IN ('owner', 'billing_administrator') ORDER BY "isOwner" DESC, u.id`);
  const members = rows.map(({ isOwner: _, locale, ...member }) => ({
    ...member,
    locale: Locale.catch("en").parse(locale),
  }));
  const info = await tx.maybeOne<{ name: string; receivers: string[] }>(
    sql`SELECT name, receivers FROM billing_info WHERE workspace_id = ${workspaceId} ORDER BY version DESC LIMIT 1`,
  );
  if (info === null || info.receivers.length === 0) return { workspace, receivers: members };
  const locale = members[0]?.locale ?? "en";
  return {
    workspace,
    receivers: info.receivers.map((email) => ({ email, firstName: info.name, locale })),
  };
}

/** Stored files with their names: PDF and UBL of an invoice or credit note, the PDF of a receipt. */
export const listAttachments = (
  tx: Tx,
  workspaceId: string,
  subjectId: string,
): Promise<{ name: string; format: FileFormat; bytes: Buffer }[]> =>
  tx.many<{ name: string; format: FileFormat; bytes: Buffer }>(sql`
    SELECT f.format, f.bytes,
           CASE WHEN i.id IS NULL THEN 'receipt-' || to_char(h.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') || '.pdf'
                WHEN f.format = 'pdf' THEN ${documentNumber(sql`i`)} || '.pdf'
                ELSE ${documentNumber(sql`i`)} || '.' || f.format || '.xml' END AS name
      FROM billing_file f
      LEFT JOIN invoice i ON i.workspace_id = f.workspace_id AND i.id = f.invoice_id
      LEFT JOIN billing_history_entry h ON h.workspace_id = f.workspace_id AND h.id = f.history_entry_id
     WHERE f.workspace_id = ${workspaceId} AND (f.invoice_id = ${subjectId} OR f.history_entry_id = ${subjectId}) AND f.format <> 'cii'
     ORDER BY f.format`);
