import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import { ConfirmedFormDialog } from "../../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { centsText, toCents, useAmountProblem } from "./amounts.ts";
import { changedByMoney } from "./staff-queries.ts";

/** Records a bank transfer that names the invoice. */
export default function BankPaymentDialog({
  invoice,
  onClose,
}: {
  invoice: AdminInvoice;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const problemOf = useAmountProblem();
  const name = invoice.number ?? invoice.workspace.name;
  const owed = invoice.outstanding.cents + invoice.writtenOff.cents;
  const form = useEndpointForm(adminBilling.recordBankPayment, {
    initial: { amount: owed === 0 ? "" : centsText(owed), reference: "", typed: "" },
    labels: {
      amount: t`Amount in US$`,
      reference: t`Reference of the transfer`,
      typed: t`Type ${name} to confirm`,
    },
    path: { invoice: invoice.id },
    alias: { amountCents: "amount" },
    also: ({ amount }) => problemOf("amount", amount),
    body: ({ amount, reference }) => ({ amountCents: toCents(amount), reference }),
    onDone: async (_invoice, { amount }) => {
      const received = formatMoneyAmount(usd(toCents(amount) ?? 0));
      void toast({ title: t`${received} recorded for ${name}` });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const [amount, reference] = [form.field("amount"), form.field("reference")];
  const cents = toCents(form.values.amount) ?? 0;
  const text = formatMoneyAmount(usd(cents));
  const pays = invoice.isPaymentInProgress ? 0 : Math.min(cents, owed);
  return (
    <ConfirmedFormDialog
      form={form}
      typed={form.field("typed")}
      name={name}
      title={t`Record a bank payment of ${name}?`}
      verb={<Trans>Record {text}</Trans>}
      consequences={
        <>
          <li>
            <Trans>Record only money that has arrived at our bank.</Trans>
          </li>
          <li>
            <Trans>Each reference is recorded once per workspace.</Trans>
          </li>
          {invoice.isPaymentInProgress && (
            <li>
              <Trans>A card payment has no result yet, so the money waits in the balance.</Trans>
            </li>
          )}
        </>
      }
      onClose={onClose}
    >
      <Field {...amount.field}>
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...reference.field} help={t`As the bank names it`}>
        <TextInput {...reference.input} autoComplete="off" maxLength={140} translate="no" />
      </Field>
      <DescriptionList
        pairs={[
          [t`Pays of the invoice`, formatMoneyAmount(usd(pays))],
          [t`Goes to the balance`, formatMoneyAmount(usd(cents - pays))],
        ]}
      />
    </ConfirmedFormDialog>
  );
}
