/** Handlers of the files of documents. */
import type { api } from "#contracts/api.ts";
import type { Database } from "../../../core/db/db.ts";
import { type Handlers, outsideHandler } from "../../../core/http/handlers.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { type FileSource, findInvoiceFile, findNotice } from "./files.ts";

function orNotFound(source: FileSource | null): FileSource {
  if (source === null) throw new ProblemError("not_found");
  return source;
}

export const billingFilesHandlers = ({
  db,
}: {
  readonly db: Database;
}): Handlers<typeof api.billingFiles> => ({
  invoicePdf: outsideHandler(async ({ tx, workspace, path, now }) => {
    const source = orNotFound(await findInvoiceFile(tx, workspace.id, path.invoice, "pdf"));
    return () => source(db, now);
  }),
  invoiceXml: outsideHandler(async ({ tx, workspace, path, query, now }) => {
    const source = orNotFound(await findInvoiceFile(tx, workspace.id, path.invoice, query.format));
    return () => source(db, now);
  }),
  historyNotice: outsideHandler(async ({ tx, workspace, path, now }) => {
    const source = orNotFound(await findNotice(tx, workspace.id, path.entry));
    return () => source(db, now);
  }),
});
