/** The result of a payment, asked for by the browser after it has confirmed it. */
import type { Payment, payments as endpoints } from "#contracts/payments.ts";
import { usd } from "#contracts/money.ts";
import { registerObjectLoader } from "../../../core/http/authorization.ts";
import { type Handlers, preparedHandler } from "../../../core/http/handlers.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import {
  askPayments,
  outsideRequest,
  type PaymentsDeps,
  requirePayments,
} from "./payments-deps.ts";
import { findPayment, type PaymentRow } from "./payments-store.ts";
import { settlePayment } from "./settle-payment.ts";

declare module "../../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    payment: PaymentRow;
  }
}
registerObjectLoader("payment", { find: findPayment, ownerId: () => null });

const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  purpose: row.invoice_id === null ? "top_up" : "invoice",
  status: row.status === "succeeded" || row.status === "failed" ? row.status : "pending",
  amount: usd(row.amount_cents),
  invoiceId: row.invoice_id,
  failureCode: row.status === "succeeded" ? null : row.failure_code,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const checkPayment = (
  deps: PaymentsDeps,
): Handlers<Pick<typeof endpoints, "checkPayment">>["checkPayment"] =>
  preparedHandler(outsideRequest, async ({ path, caller }) => {
    const payments = requirePayments(deps);
    const workspaceId = caller.workspace?.id ?? "";
    // Authorized with its object, which the preparation does not receive.
    const row = await deps.db.withSystemRole(outsideRequest, (tx) =>
      tx.maybeOne<PaymentRow>(findPayment(path.payment)),
    );
    if (row === null || row.workspace_id !== workspaceId) throw new ProblemError("not_found");
    const { provider_id: providerId } = row;
    const result =
      providerId === null ? null : await askPayments(deps, () => payments.payment(providerId));
    return async ({ tx, now }) => {
      const settled =
        result === null ? row : await settlePayment(tx, { id: row.id, workspaceId }, result, now);
      if (settled === null) throw new ProblemError("not_found");
      return toPayment(settled);
    };
  });
