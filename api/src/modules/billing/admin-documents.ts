/** Documents of any workspace, as staff read them. */
import type { AdminInvoice } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { readInvoiceState } from "./admin-invoices-store.ts";
import { findInvoice, findInvoiceWorkspace } from "./invoices-store.ts";

export async function requireDocument(tx: Tx, id: string) {
  const found = isUuid(id) ? await findInvoiceWorkspace(tx, id) : null;
  if (found === null) throw new ProblemError("not_found");
  return found;
}

export async function readDocument(tx: Tx, id: string): Promise<AdminInvoice> {
  const { number: _, ...workspace } = await requireDocument(tx, id);
  const invoice = await findInvoice(tx, workspace.id, id);
  if (invoice === null) throw new ProblemError("not_found");
  const { writtenOff, isPaymentInProgress } = await readInvoiceState(tx, id);
  return { ...invoice, workspace, writtenOff: usd(writtenOff), isPaymentInProgress };
}
