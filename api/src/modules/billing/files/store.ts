/** SQL of the files of documents. */
import type { Invoice } from "#contracts/invoices.ts";
import { Locale } from "#contracts/locale.ts";
import { type Sql, sql, type Tx } from "../../../core/db/db.ts";
import { isoTimestamp } from "../../../core/db/list.ts";
import { documentNumber } from "../billing-sql.ts";

export type FileFormat = "pdf" | "ubl" | "cii";

/** What a file is about. */
export type FileSubject =
  | { readonly invoiceId: string; readonly historyEntryId?: undefined }
  | { readonly historyEntryId: string; readonly invoiceId?: undefined };

export interface StoredFile {
  readonly format: FileFormat;
  readonly bytes: Buffer;
}

const about = ({ invoiceId, historyEntryId }: FileSubject): Sql =>
  historyEntryId === undefined
    ? sql`invoice_id = ${invoiceId}`
    : sql`history_entry_id = ${historyEntryId}`;

export const listFiles = (
  tx: Tx,
  workspaceId: string,
  subject: FileSubject,
): Promise<StoredFile[]> =>
  tx.many<StoredFile>(
    sql`SELECT format, bytes FROM billing_file WHERE workspace_id = ${workspaceId} AND ${about(subject)}`,
  );

export const findFile = (
  tx: Tx,
  workspaceId: string,
  subject: FileSubject,
  format: FileFormat,
): Promise<StoredFile | null> =>
  tx.maybeOne<StoredFile>(sql`
    SELECT format, bytes FROM billing_file WHERE workspace_id = ${workspaceId} AND ${about(subject)} AND format = ${format}`);

/** Has no effect on a file that is stored already. */
export const insertFile = (
  tx: Tx,
  workspaceId: string,
  { invoiceId, historyEntryId }: FileSubject,
  file: { id: string; format: FileFormat; language: Locale; bytes: Uint8Array },
  now: Date,
) =>
  tx.execute(sql`
    INSERT INTO billing_file (id, workspace_id, invoice_id, history_entry_id, format, language, bytes, sha256, created_at)
    VALUES (${file.id}, ${workspaceId}, ${invoiceId ?? null}, ${historyEntryId ?? null}, ${file.format}, ${file.language}, ${Buffer.from(file.bytes)},
      sha256(${Buffer.from(file.bytes)}::bytea), ${now})
    ON CONFLICT DO NOTHING`);

/** The language of the workspace's owner, in which its documents are written. */
export async function findOwnerLocale(tx: Tx, workspaceId: string): Promise<Locale> {
  const row = await tx.maybeOne<{ locale: string }>(sql`
    SELECT u.locale FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id
     WHERE r.workspace_id = ${workspaceId} AND r.expired_at IS NULL AND r.workspace_role_id = 'owner'`);
  return Locale.catch("en").parse(row?.locale);
}

export interface Issue {
  readonly number: string;
  /** What the balance paid in the moment in which it was issued. */
  readonly paidCents: number;
  /** Of a credit note: when its invoice was issued. */
  readonly creditedIssuedAt: string | null;
  readonly hasBuyer: boolean;
}

/** Null for a draft. */
export const readIssue = (tx: Tx, workspaceId: string, invoiceId: string): Promise<Issue | null> =>
  tx.maybeOne<Issue>(sql`
    SELECT ${documentNumber(sql`i`)} AS number,
           (SELECT coalesce(-sum(e.cents), 0)::bigint FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
             WHERE t.workspace_id = i.workspace_id AND t.kind = 'balance_applied' AND t.recorded_at = i.issued_at
               AND t.reference->>'invoiceId' = i.id::text AND e.account = 'receivable') AS "paidCents",
           (SELECT ${isoTimestamp("o.issued_at")} FROM invoice o WHERE o.workspace_id = i.workspace_id AND o.id = i.credits_invoice_id) AS "creditedIssuedAt",
           coalesce(jsonb_typeof(i.snapshot->'buyer') = 'object', false) AS "hasBuyer"
      FROM invoice i
     WHERE i.workspace_id = ${workspaceId} AND i.id = ${invoiceId} AND i.series_number IS NOT NULL AND i.snapshot ? 'seller'`);

/** The billing details that were valid at a time, or the first ones if there were none yet. */
export async function findBuyerAt(
  tx: Tx,
  workspaceId: string,
  at: string,
): Promise<Invoice["buyer"]> {
  const row = await tx.maybeOne<{ buyer: NonNullable<Invoice["buyer"]> }>(sql`
    SELECT json_build_object('name', name, 'company', company, 'addressLine1', address_line1, 'addressLine2', address_line2,
             'postalCode', postal_code, 'city', city, 'region', region, 'country', country, 'vatId', vat_id, 'orderNumber', order_number) AS buyer
      FROM billing_info WHERE workspace_id = ${workspaceId}
     ORDER BY created_at <= ${at}::timestamptz DESC, CASE WHEN created_at <= ${at}::timestamptz THEN -version ELSE version END LIMIT 1`);
  return row?.buyer ?? null;
}
