/** Handlers of billing for staff. */
import type { adminBilling as endpoints } from "#contracts/admin-billing.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import { createInvoice, reverse, reverseAndCreateNew } from "./admin-invoices.ts";
import { findWorkspaceName } from "./admin-invoices-store.ts";
import { adminDebtHandlers } from "./admin-debts.ts";
import { adminRefundHandlers } from "./admin-refunds.ts";
import { readDocument, requireDocument } from "./admin-documents.ts";
import { adminFileHandlers } from "./files/admin-handlers.ts";
import { adminBalanceHandlers, type ApprovalDeps } from "./balance-approvals.ts";
import { listHistory } from "./history-store.ts";
import { listInvoices } from "./invoices-store.ts";
import type { PaymentsDeps } from "./payments/payments-deps.ts";

const systemReason = "staff see every tenant";

export const adminBillingHandlers = (
  deps: PaymentsDeps & ApprovalDeps,
): Handlers<typeof endpoints> => ({
  ...adminBalanceHandlers(deps),
  ...adminFileHandlers(deps),

  history: systemListHandler(systemReason, ({ query }) => listHistory(query, { isForStaff: true })),

  invoices: systemListHandler(systemReason, ({ query }) =>
    listInvoices(query, { isForStaff: true }),
  ),

  invoice: systemHandler(systemReason, ({ tx, path }) => readDocument(tx, path.invoice)),

  createInvoice: systemHandler(systemReason, async ({ tx, now, caller, body, audit, publish }) => {
    const { workspaceId, lines, discountCents, reason, isDraft } = body;
    const workspace = await findWorkspaceName(tx, workspaceId);
    if (workspace === null) throw fieldError("workspaceId", "invalid");
    const change = { workspaceId, lines, discountCents, reason, isDraft, by: caller.user.id };
    const id = await createInvoice(tx, change, now);
    const invoice = await readDocument(tx, id);
    audit({
      workspaceId,
      target: { type: "invoice", id, name: invoice.number ?? id },
      changes: [
        { field: "billing.amount", from: null, to: invoice.total.cents },
        { field: "reason", from: null, to: reason },
      ],
    });
    await publish(workspaceId, { topic: "billing", id: null });
    return invoice;
  }),

  ...adminRefundHandlers(deps),
  ...adminDebtHandlers,

  reverse: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit, publish }) => {
    const { id: workspaceId, number } = await requireDocument(tx, path.invoice);
    const { reason } = body;
    await reverse(tx, { workspaceId, invoiceId: path.invoice, reason, by: caller.user.id }, now);
    audit({
      workspaceId,
      target: { type: "invoice", id: path.invoice, name: number ?? path.invoice },
      changes: [{ field: "reason", from: null, to: reason }],
    });
    await publish(workspaceId, { topic: "billing", id: null });
    return readDocument(tx, path.invoice);
  }),

  reverseAndCreateNew: systemHandler(
    systemReason,
    async ({ tx, now, caller, path, body, audit, publish }) => {
      const { id: workspaceId, number } = await requireDocument(tx, path.invoice);
      const { reason, modifiedRecords } = body;
      const by = caller.user.id;
      const change = { workspaceId, invoiceId: path.invoice, reason, modifiedRecords, by };
      const invoice = await readDocument(tx, await reverseAndCreateNew(tx, change, now));
      audit({
        workspaceId,
        target: { type: "invoice", id: path.invoice, name: number ?? path.invoice },
        changes: [
          { field: "billing.newInvoice", from: null, to: invoice.number },
          { field: "reason", from: null, to: reason },
        ],
      });
      await publish(workspaceId, { topic: "billing", id: null });
      return invoice;
    },
  ),
});
