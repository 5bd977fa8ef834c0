/** Refunds by staff: to the balance in one transaction, to a card with the payment provider between two. */
import type { adminBilling as endpoints, RefundResult } from "#contracts/admin-billing.ts";
import { cardName } from "#contracts/card-names.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  type HandlerContext,
  type Handlers,
  preparedHandler,
  systemHandler,
} from "../../core/http/handlers.ts";
import { readIdempotencyKey } from "../../core/http/idempotency.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { readDocument, requireDocument } from "./admin-documents.ts";
import { findInvoiceOfEntry } from "./admin-invoices-store.ts";
import type { PaymentsDeps } from "./payments/payments-deps.ts";
import {
  findRefundablePayment,
  lockPaymentState,
  type RefundRow,
} from "./payments/refunds-store.ts";
import { readRefundOptions, startRefund } from "./payments/start-refund.ts";
import { lockDocument } from "./credit-notes-store.ts";
import { refundableCents, refundToBalance } from "./refund-notes.ts";

type RefundEndpoint = (typeof endpoints)["refund"];
const systemReason = "staff see every tenant";

const findInvoiceId = (tx: Tx, id: string): Promise<string | null> =>
  isUuid(id) ? findInvoiceOfEntry(tx, id) : Promise.resolve(null);

/** Throws 404 if nothing has the id, and 422 if no card paid it. */
async function requireCardPayment(tx: Tx, id: string): Promise<void> {
  if (isUuid(id) && (await findRefundablePayment(tx, id)) !== null) return;
  const invoiceId = await findInvoiceId(tx, id);
  if (invoiceId === null) throw new ProblemError("not_found");
  const { id: workspaceId } = await requireDocument(tx, invoiceId);
  const invoice = await lockDocument(tx, workspaceId, invoiceId);
  throw invoice === null || refundableCents(invoice) <= 0
    ? fieldError("amountCents", "nothing_refundable")
    : fieldError("target", "not_paid_by_card");
}

const statuses: Readonly<Record<RefundRow["status"], RefundResult["status"]>> = {
  created: "pending",
  pending: "pending",
  succeeded: "succeeded",
  failed: "failed",
  returned: "failed",
};

async function toResult(tx: Tx, row: RefundRow): Promise<RefundResult> {
  return {
    id: row.id,
    target: "card",
    status: statuses[row.status],
    amount: usd(row.amount_cents),
    creditNote: row.credit_note_id === null ? null : await readDocument(tx, row.credit_note_id),
  };
}

async function refundInvoiceToBalance({
  tx,
  now,
  caller,
  path,
  body,
  audit,
  publish,
}: HandlerContext<RefundEndpoint>): Promise<RefundResult> {
  const invoiceId = await findInvoiceId(tx, path.historyEntry);
  if (invoiceId === null) throw new ProblemError("not_found");
  const { id: workspaceId, number } = await requireDocument(tx, invoiceId);
  const { amountCents = null, reason } = body;
  const payment = await findRefundablePayment(tx, invoiceId);
  if (payment !== null && (await lockPaymentState(tx, payment.id)).isDisputed)
    throw fieldError("amountCents", "charge_disputed");
  const refund = { workspaceId, invoiceId, amountCents, reason, createdBy: caller.user.id };
  const { id, cents } = await refundToBalance(tx, refund, now);
  audit({
    workspaceId,
    target: { type: "invoice", id: invoiceId, name: number ?? invoiceId },
    changes: changesOf(cents, reason),
  });
  await publish(workspaceId, { topic: "billing", id: null });
  const creditNote = await readDocument(tx, id);
  return { id: null, target: "balance", status: "succeeded", amount: usd(cents), creditNote };
}

const toCardName = ({ card_brand: brand, card_last4: last4 }: RefundRow): string =>
  brand === null || last4 === null ? "card" : cardName({ brand, last4 });

const changesOf = (cents: number, reason: string) => [
  { field: "billing.amount", from: null, to: cents },
  { field: "reason", from: null, to: reason },
];

export const adminRefundHandlers = (
  deps: PaymentsDeps,
): Handlers<Pick<typeof endpoints, "refund" | "refundOptions">> => ({
  refundOptions: systemHandler(systemReason, async ({ tx, path }) => {
    const id = path.historyEntry;
    const invoiceId = await findInvoiceId(tx, id);
    const document = invoiceId === null ? null : await requireDocument(tx, invoiceId);
    const payment = isUuid(id) ? await findRefundablePayment(tx, id) : null;
    if (document === null && payment === null) throw new ProblemError("not_found");
    const invoice =
      document === null || invoiceId === null ? null : { workspaceId: document.id, id: invoiceId };
    return await readRefundOptions(tx, { id, invoice });
  }),

  refund: preparedHandler<RefundEndpoint>(
    systemReason,
    async ({ body, path, request, caller, now }) => {
      if (body.target === "balance") return refundInvoiceToBalance;
      const { amountCents = null, reason } = body;
      const id = path.historyEntry;
      await deps.db.withSystemRole(systemReason, (tx) => requireCardPayment(tx, id));
      const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
      const by = caller.user.id;
      const book = await startRefund(deps, { id, amountCents, reason, by, idempotencyKey }, now);
      return async ({ tx, now: at, audit }) => {
        const row = await book(tx, at);
        const { number } =
          row.invoice_id === null ? { number: null } : await requireDocument(tx, row.invoice_id);
        audit({
          workspaceId: row.workspace_id,
          target: {
            type: row.invoice_id === null ? "payment" : "invoice",
            id: row.invoice_id ?? row.payment_id,
            name: number ?? toCardName(row),
          },
          changes: changesOf(row.amount_cents, reason),
        });
        return await toResult(tx, row);
      };
    },
  ),
});
