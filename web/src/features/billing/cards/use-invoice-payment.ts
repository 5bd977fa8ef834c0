import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Invoice } from "#contracts/invoices.ts";
import { payments } from "#contracts/payments.ts";
import { request } from "../../../lib/api/api-client.ts";
import { isReauthenticationCancelled, ProblemError } from "../../../lib/api/problem-error.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { toast } from "../../../ui/toast.ts";
import { completePayment, refetchBilling } from "./complete-payment.ts";

interface Failure {
  readonly message: string;
  /** The card was not charged. False where the server did not start the payment. */
  readonly isOfCard: boolean;
}

/** The request that starts the payment of what is open of the invoice. */
export const invoicePaymentInput = (
  workspace: string,
  invoiceId: string,
  paymentMethodId: string,
) => ({
  path: { workspace },
  body: { purpose: "payment", invoiceId, paymentMethodId } as const,
});

/** Pays what is open of an invoice with a saved card; the bank may ask the customer to confirm. */
export function useInvoicePayment(
  workspace: string,
  { id, number, outstanding }: Pick<Invoice, "id" | "number" | "outstanding">,
) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const attempt = async (paymentMethodId: string): Promise<Failure | null> => {
    const input = invoicePaymentInput(workspace, id, paymentMethodId);
    const result = await completePayment(workspace, await request(payments.initialize3ds, input));
    if (result.kind === "failed") return { message: i18n._(result.message), isOfCard: true };
    const amount = formatMoneyAmount(outstanding);
    void toast(
      result.kind === "succeeded"
        ? { title: t`${number} paid`, text: amount }
        : { title: t`Your bank is processing the payment of ${amount}` },
    );
    return null;
  };

  const pay = async (paymentMethodId: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const failed = await attempt(paymentMethodId).catch(async (error: unknown) =>
      isReauthenticationCancelled(error)
        ? null
        : { message: await paymentProblemMessage(i18n, error), isOfCard: false },
    );
    // Until the invoice is shown as paid, nothing else can be pressed.
    if (failed === null) await refetchBilling(client);
    setFailure(failed);
    setBusy(false);
    // A failed attempt may have learned of a payment in another tab.
    if (failed !== null) await refetchBilling(client);
  };
  return { pay, busy, failure };
}

/** The error of a field says more than the problem: the payment has no fields to show it at. */
async function paymentProblemMessage(i18n: I18n, error: unknown): Promise<string> {
  const [first] = error instanceof ProblemError ? Object.values(error.fields ?? {}).flat() : [];
  if (first === undefined) return problemMessage(i18n, error);
  const texts = await import("../../../lib/i18n/field-error-messages.ts").catch(() => null);
  return texts?.fieldProblemMessage(i18n, first) ?? first.message;
}
