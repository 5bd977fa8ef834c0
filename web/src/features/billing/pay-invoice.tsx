/** Where an invoice is paid by card: the page with the cards, whose document may load the payment provider's form. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { invoiceActions, isOwed } from "#contracts/actions/invoices.ts";
import type { Invoice, InvoiceRow } from "#contracts/invoices.ts";
import { ActionLink } from "../../components/action-link.tsx";
import { useActionDenial, useActionReason } from "../../components/use-action-denial.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { Callout } from "../../ui/feedback.tsx";
import type { MenuAction } from "../../ui/menu.tsx";

/** Opens the form that pays the invoice. Nothing if nothing is owed, or its state allows no card payment. */
export function PayInvoiceLink({ workspace, invoice }: { workspace: string; invoice: Invoice }) {
  const reasonFor = useActionReason();
  const notice = useNoPaymentNotice(invoice);
  if (!isOwed(invoice) || notice !== null) return null;
  const amount = formatMoneyAmount(invoice.outstanding);
  return (
    <ActionLink
      tone="primary"
      reason={reasonFor(invoiceActions.pay, invoice)}
      link={
        <Link
          to="/$workspace/billing/balance-payments"
          params={{ workspace }}
          search={{ invoice: invoice.id }}
        />
      }
    >
      <Trans>Pay {amount}</Trans>
    </ActionLink>
  );
}

/** Why the invoice can't be paid by card now, although it is owed. */
export function NoPaymentNotice({ invoice }: { invoice: Invoice }) {
  const notice = useNoPaymentNotice(invoice);
  return notice === null ? null : (
    <Callout>
      <p>{notice}</p>
    </Callout>
  );
}

export function useNoPaymentNotice(invoice: Invoice): ReactNode {
  const denial = useActionDenial()(invoiceActions.pay, invoice);
  const reasonFor = useActionReason();
  if (denial?.code === "invoice_payment_in_progress")
    return (
      <Trans>
        Your bank is processing a payment of this invoice. The invoice is paid when it succeeds.
      </Trans>
    );
  return denial?.code === "invoice_below_card_minimum"
    ? reasonFor(invoiceActions.pay, invoice)
    : null;
}

/** The entry of an unpaid invoice in the menu of its row. A list doesn't know about payments without a result. */
export function usePayEntry(workspace: string): (invoice: InvoiceRow) => readonly MenuAction[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reasonFor = useActionReason();
  return (invoice) => {
    if (!isOwed(invoice)) return [];
    const { id } = invoice;
    const amount = formatMoneyAmount(invoice.outstanding);
    return [
      {
        icon: "receipt",
        label: t`Pay ${amount}`,
        reason: reasonFor(invoiceActions.pay, { ...invoice, pendingPayment: null }),
        onSelect: () =>
          void navigate({
            to: "/$workspace/billing/balance-payments",
            params: { workspace },
            search: { invoice: id },
          }),
      },
    ];
  };
}
