/** What follows a started payment in the browser: the bank's confirmation, and the result. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { billingHistory } from "#contracts/billing-history.ts";
import { billingInvoices } from "#contracts/invoices.ts";
import { payments, type StartedAuthentication } from "#contracts/payments.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { invalidate, request } from "../../../lib/api/api-client.ts";
import { confirmCardPayment } from "../../../lib/browser/card-gateway.ts";
import { cardErrorMessage } from "./card-errors.ts";

/** `processing`: the bank has it, or its result could not be read. `failed`: nothing was charged. */
export type PaymentResult =
  | { readonly kind: "succeeded" | "processing" }
  | { readonly kind: "failed"; readonly message: MessageDescriptor };

const notLoaded = msg`The card form couldn't be loaded. Check your connection and any content blocker.`;

const failed = (code: string): PaymentResult => ({
  kind: "failed",
  message: cardErrorMessage(code),
});

/**
 * Has the bank confirm the payment and reads its result. A confirmation that fails is checked too: the payment may have
 * succeeded in an earlier attempt whose result did not arrive.
 */
export async function completePayment(
  workspace: string,
  { clientSecret, cardId, paymentId }: StartedAuthentication,
): Promise<PaymentResult> {
  if (cardId === null || paymentId === null) return failed("processing_error");
  const confirmed = await confirmCardPayment(clientSecret, cardId).catch(() => null);
  if (confirmed === null) return { kind: "failed", message: notLoaded };
  const path = { workspace, payment: paymentId };
  const payment = await request(payments.checkPayment, { path }).catch(() => null);
  if (payment?.status === "succeeded") return { kind: "succeeded" };
  if (!confirmed.isConfirmed) return failed(confirmed.code);
  return payment?.status === "failed"
    ? failed(payment.failureCode ?? "processing_error")
    : { kind: "processing" };
}

/** Refetches what a payment changes. A suspension for overdue invoices ends with it too. */
export const refetchBilling = (client: QueryClient): Promise<void> =>
  invalidate(
    client,
    payments.accountBalance,
    payments.listPaymentMethods,
    billingHistory.summary,
    billingHistory.history,
    billingInvoices.invoices,
    billingInvoices.invoice,
    workspaces.view,
  );
