/** Handlers of billing for staff. */
import type { adminBilling as endpoints } from "#contracts/admin-billing.ts";
import type { Tx } from "../../core/db/db.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid, uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { createInvoice, reverse, reverseAndCreateNew } from "./admin-invoices.ts";
import { findWorkspaceName } from "./admin-invoices-store.ts";
import { adminDebtHandlers } from "./admin-debts.ts";
import { adminRefundHandlers } from "./admin-refunds.ts";
import { readDocument, requireDocument } from "./admin-documents.ts";
import { toAccountBalance } from "./history.ts";
import { listHistory } from "./history-store.ts";
import { listInvoices } from "./invoices-store.ts";
import { readBalances } from "./ledger.ts";
import { addBalance } from "./pay-invoices.ts";
import type { PaymentsDeps } from "./payments/payments-deps.ts";

const systemReason = "staff see every tenant";

async function requireWorkspace(tx: Tx, id: string) {
  const workspace = isUuid(id) ? await findWorkspaceName(tx, id) : null;
  if (workspace === null) throw new ProblemError("not_found");
  return workspace;
}

export const adminBillingHandlers = (deps: PaymentsDeps): Handlers<typeof endpoints> => ({
  balance: systemHandler(systemReason, async ({ tx, path }) => {
    const { id } = await requireWorkspace(tx, path.adminWorkspace);
    return toAccountBalance(await readBalances(tx, id));
  }),

  addBalance: systemHandler(
    systemReason,
    async ({ tx, now, caller, path, body, audit, publish }) => {
      const { id, name } = await requireWorkspace(tx, path.adminWorkspace);
      const { amountCents: cents, source, reason } = body;
      const idempotencyKey = `add_balance:${uuidv7(now)}`;
      const by = caller.user.id;
      await addBalance(tx, { workspaceId: id, cents, source, reason, by, idempotencyKey }, now);
      audit({
        workspaceId: id,
        target: { type: "workspace", id, name },
        changes: [
          { field: "billing.amount", from: null, to: cents },
          { field: "reason", from: null, to: reason },
        ],
      });
      await publish(id, { topic: "billing", id: null });
      return toAccountBalance(await readBalances(tx, id));
    },
  ),

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
