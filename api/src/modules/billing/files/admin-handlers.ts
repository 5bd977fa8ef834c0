/** Handlers of the files of documents, for staff. */
import type { adminBilling as endpoints } from "#contracts/admin-billing.ts";
import type { Database } from "../../../core/db/db.ts";
import { type Handlers, preparedHandler } from "../../../core/http/handlers.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { requireDocument } from "../admin-documents.ts";
import { type DocumentFile, findInvoiceFile } from "./files.ts";
import type { FileFormat } from "./store.ts";

const systemReason = "staff see every tenant";

export const adminFileHandlers = ({
  db,
}: {
  readonly db: Database;
}): Handlers<Pick<typeof endpoints, "invoicePdf" | "invoiceXml">> => {
  /** Found in a transaction, and rendered outside of it if it is the first time. */
  const read = async (invoice: string, format: FileFormat, now: Date): Promise<DocumentFile> => {
    const source = await db.withSystemRole(systemReason, async (tx) => {
      const { id } = await requireDocument(tx, invoice);
      return findInvoiceFile(tx, id, invoice, format);
    });
    if (source === null) throw new ProblemError("not_found");
    return source(db, now);
  };
  return {
    invoicePdf: preparedHandler(systemReason, async ({ path, now }) => {
      const file = await read(path.invoice, "pdf", now);
      return async () => file;
    }),
    invoiceXml: preparedHandler(systemReason, async ({ path, query, now }) => {
      const file = await read(path.invoice, query.format, now);
      return async () => file;
    }),
  };
};
