import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import { ConfirmedFormDialog } from "../../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { changedByMoney } from "./staff-queries.ts";

/** List items: what a reversal does. */
export function ReversalConsequences({ invoice }: { invoice: AdminInvoice }) {
  const { name } = invoice.workspace;
  const rest = formatMoneyAmount(usd(invoice.total.cents - invoice.credited.cents));
  const paid = formatMoneyAmount(invoice.paid);
  return (
    <>
      <li>
        <Trans>
          A credit note over {rest} is issued to {name}. The invoice keeps its number.
        </Trans>
      </li>
      {invoice.outstanding.cents > 0 && (
        <li>
          <Trans>Nothing is owed for it any more.</Trans>
        </li>
      )}
      {invoice.paid.cents > 0 && (
        <li>
          <Trans>{paid} that was paid goes to the balance, not to the card.</Trans>
        </li>
      )}
      {invoice.discounts.length > 0 && (
        <li>
          <Trans>Promo credit that it used returns, and expires at once if its time is over.</Trans>
        </li>
      )}
      <li>
        <Trans>A reversal can't be taken back.</Trans>
      </li>
    </>
  );
}

export default function ReverseDialog({
  invoice,
  onClose,
}: {
  invoice: AdminInvoice;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const name = invoice.number ?? invoice.workspace.name;
  const form = useEndpointForm(adminBilling.reverse, {
    initial: { reason: "", typed: "" },
    labels: { reason: t`Reason`, typed: t`Type ${name} to confirm` },
    path: { invoice: invoice.id },
    body: ({ reason }) => ({ reason }),
    onDone: async () => {
      void toast({ title: t`${name} reversed` });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const reason = form.field("reason");
  return (
    <ConfirmedFormDialog
      form={form}
      typed={form.field("typed")}
      name={name}
      title={t`Reverse ${name}?`}
      verb={<Trans>Reverse {name}</Trans>}
      consequences={<ReversalConsequences invoice={invoice} />}
      onClose={onClose}
    >
      <Field {...reason.field} help={t`The customer reads it on the credit note`}>
        <Textarea {...reason.input} rows={2} maxLength={1000} />
      </Field>
    </ConfirmedFormDialog>
  );
}
