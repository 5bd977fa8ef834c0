/** Handlers of drafts, bank payments and write-offs by staff. */
import type { adminBilling as endpoints, AdminInvoice } from "#contracts/admin-billing.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { Tx } from "../../core/db/db.ts";
import { type HandlerContext, type Handlers, systemHandler } from "../../core/http/handlers.ts";
import { readDocument, requireDocument } from "./admin-documents.ts";
import { discardStaffDraft, issueStaffDraft } from "./admin-invoices.ts";
import { bookBankPayment, writeOff } from "./debts.ts";

const systemReason = "staff see every tenant";
type Changes = { field: string; from: null; to: string | number }[];

/** Changes an invoice, records it, and returns the invoice as it is then. */
async function change<C extends Endpoint>(
  { tx, now, path, caller, audit, publish }: ChangeContext<C>,
  apply: (
    tx: Tx,
    named: { workspaceId: string; invoiceId: string; by: string },
    now: Date,
  ) => Promise<Changes>,
): Promise<AdminInvoice> {
  const { id: workspaceId } = await requireDocument(tx, path.invoice);
  const named = { workspaceId, invoiceId: path.invoice, by: caller.user.id };
  const changes = await apply(tx, named, now);
  const invoice = await readDocument(tx, path.invoice);
  const name = invoice.number ?? path.invoice;
  audit({ workspaceId, target: { type: "invoice", id: path.invoice, name }, changes });
  await publish(workspaceId, { topic: "billing", id: null });
  return invoice;
}
type ChangeContext<C extends Endpoint> = Pick<
  HandlerContext<C>,
  "tx" | "now" | "audit" | "publish"
> & {
  readonly path: { readonly invoice: string };
  readonly caller: { readonly user: { readonly id: string } };
};

export const adminDebtHandlers: Handlers<
  Pick<typeof endpoints, "issueDraft" | "discardDraft" | "writeOff" | "recordBankPayment">
> = {
  issueDraft: systemHandler(systemReason, (context) =>
    change(context, async (tx, draft, now) => {
      await issueStaffDraft(tx, draft, now);
      return [];
    }),
  ),

  discardDraft: systemHandler(systemReason, (context) =>
    change(context, async (tx, draft, now) => {
      await discardStaffDraft(tx, draft, now);
      return [];
    }),
  ),

  writeOff: systemHandler(systemReason, (context) =>
    change(context, async (tx, named, now) => {
      const { reason, withTaxRelief } = context.body;
      const cents = await writeOff(tx, { ...named, reason, withTaxRelief }, now);
      return [
        { field: "billing.amount", from: null, to: cents },
        { field: "reason", from: null, to: reason },
      ];
    }),
  ),

  recordBankPayment: systemHandler(systemReason, (context) =>
    change(context, async (tx, named, now) => {
      const { amountCents: cents, reference } = context.body;
      await bookBankPayment(tx, { ...named, cents, reference }, now);
      return [
        { field: "billing.amount", from: null, to: cents },
        { field: "reason", from: null, to: reference },
      ];
    }),
  ),
};
