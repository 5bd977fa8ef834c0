/** Handlers of invoices for customers. */
import type { api } from "#contracts/api.ts";
import { type Handlers, listHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { findInvoice, listInvoices } from "./invoices-store.ts";

export const billingInvoicesHandlers: Handlers<typeof api.billingInvoices> = {
  invoices: listHandler(({ query }) => listInvoices(query, { isForStaff: false })),
  invoice: async ({ tx, workspace, path }) => {
    const found = isUuid(path.invoice) ? await findInvoice(tx, workspace.id, path.invoice) : null;
    if (found === null) throw new ProblemError("not_found");
    return found;
  },
};
