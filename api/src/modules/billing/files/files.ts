/** Files of documents: stored ones are served, others are rendered once, outside of transactions, and stored. */
import type { Database, Tx } from "../../../core/db/db.ts";
import { isUuid, uuidv7 } from "../../../core/lib/crypto.ts";
import { findHistoryEntry } from "../history-store.ts";
import { findInvoice } from "../invoices-store.ts";
import { readSeller } from "../seller.ts";
import type { DocumentData } from "./document-data.ts";
import { renderDocument } from "./render-documents.ts";
import {
  type FileFormat,
  type FileSubject,
  findBuyerAt,
  findFile,
  findOwnerLocale,
  insertFile,
  listFiles,
  readIssue,
  type StoredFile,
} from "./store.ts";

export interface DocumentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns the stored file, or renders and stores it. Call it after the transaction in which it was found. */
export type FileSource = (db: Database, now: Date) => Promise<DocumentFile>;

const systemReason = "what is finalized is rendered once, whoever asks first";

const rendering = new Map<string, Promise<readonly StoredFile[]>>();

/**
 * Renders and stores the files of a subject. Of several calls at once in this process one renders; of several processes
 * the first one stores, and all get what is stored.
 */
async function renderFiles(
  db: Database,
  workspaceId: string,
  subject: FileSubject,
  data: DocumentData,
  now: Date,
): Promise<readonly StoredFile[]> {
  const key = subject.invoiceId ?? subject.historyEntryId;
  const running = rendering.get(key) ?? renderAndStore(db, workspaceId, subject, data, now);
  rendering.set(key, running);
  try {
    return await running;
  } finally {
    rendering.delete(key);
  }
}

async function renderAndStore(
  db: Database,
  workspaceId: string,
  subject: FileSubject,
  data: DocumentData,
  now: Date,
): Promise<readonly StoredFile[]> {
  const { pdf, eInvoices } = await renderDocument(data);
  const files: StoredFile[] = [
    { format: "pdf", bytes: Buffer.from(pdf) },
    ...(["ubl", "cii"] as const).flatMap((format) =>
      eInvoices === null ? [] : [{ format, bytes: Buffer.from(eInvoices[format]) }],
    ),
  ];
  return db.withSystemRole(systemReason, async (tx) => {
    for (const file of files)
      await insertFile(
        tx,
        workspaceId,
        subject,
        { ...file, id: uuidv7(now), language: data.locale },
        now,
      );
    return listFiles(tx, workspaceId, subject);
  });
}

const toFile = (name: string, { bytes }: Pick<StoredFile, "bytes">): DocumentFile => ({
  name,
  bytes: Uint8Array.from(bytes),
});

async function findSource(
  tx: Tx,
  workspaceId: string,
  subject: FileSubject,
  { name, format }: { name: string; format: FileFormat },
  read: () => Promise<DocumentData>,
): Promise<FileSource> {
  const stored = await findFile(tx, workspaceId, subject, format);
  if (stored !== null) return async () => toFile(name, stored);
  const data = await read();
  return async (db, now) => {
    const files = await renderFiles(db, workspaceId, subject, data, now);
    const file = files.find((rendered) => rendered.format === format);
    if (file === undefined) throw new Error(`${name} was not rendered`);
    return toFile(name, file);
  };
}

/** A file of an invoice or credit note; null for a draft, and for an e-invoice without a buyer, whom it has to name. */
export async function findInvoiceFile(
  tx: Tx,
  workspaceId: string,
  id: string,
  format: FileFormat,
): Promise<FileSource | null> {
  const issue = isUuid(id) ? await readIssue(tx, workspaceId, id) : null;
  if (issue === null || (format !== "pdf" && !issue.hasBuyer)) return null;
  const { number, paidCents, creditedIssuedAt } = issue;
  const name = `${number}.${format === "pdf" ? "pdf" : `${format}.xml`}`;
  return findSource(tx, workspaceId, { invoiceId: id }, { name, format }, async () => {
    const invoice = await findInvoice(tx, workspaceId, id);
    if (invoice === null) throw new Error(`The document ${id} is gone`);
    const locale = await findOwnerLocale(tx, workspaceId);
    return { kind: "invoice", locale, invoice, paidCents, creditedIssuedAt };
  });
}

/** The document of a movement of the balance that has happened: the one that it names, or a receipt of its own. */
export async function findNotice(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<FileSource | null> {
  const entry = isUuid(id) ? await findHistoryEntry(tx, workspaceId, id) : null;
  if (entry?.status !== "succeeded") return null;
  const { type, invoice, createdAt } = entry;
  if (invoice !== null && (type === "invoice" || type === "credit_note"))
    return findInvoiceFile(tx, workspaceId, invoice.id, "pdf");
  const name = `${type.replaceAll("_", "-")}-${createdAt.slice(0, 10)}-${id.slice(-6)}.pdf`;
  return findSource(tx, workspaceId, { historyEntryId: id }, { name, format: "pdf" }, async () => ({
    kind: "receipt",
    locale: await findOwnerLocale(tx, workspaceId),
    entry,
    seller: await readSeller(tx),
    buyer: await findBuyerAt(tx, workspaceId, createdAt),
  }));
}
