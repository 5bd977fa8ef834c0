import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminBilling, type AdminInvoice, type RefundOptions } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import { ConfirmedFormDialog } from "../../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Field, Select, Textarea, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { centsText, toCents, useAmountProblem } from "./amounts.ts";
import { changedByMoney } from "./staff-queries.ts";

type Target = "card" | "balance";

/** Gives back what was paid of an invoice, to the balance or to the card. */
export default function RefundDialog({
  invoice,
  options,
  onClose,
}: {
  invoice: AdminInvoice;
  options: RefundOptions;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const problemOf = useAmountProblem();
  const name = invoice.number ?? invoice.workspace.name;
  const customer = invoice.workspace.name;
  const targets = { balance: t`To the balance`, card: t`To the card` };
  const first: Target = options.card.cents > 0 ? "card" : "balance";
  const initial: { target: Target; amount: string; reason: string; typed: string } = {
    target: first,
    amount: centsText(options[first].cents),
    reason: "",
    typed: "",
  };
  const form = useEndpointForm(adminBilling.refund, {
    initial,
    labels: {
      target: t`Where it goes`,
      amount: t`Amount in US$`,
      reason: t`Reason`,
      typed: t`Type ${name} to confirm`,
    },
    path: { historyEntry: invoice.id },
    alias: { amountCents: "amount" },
    also: ({ amount }) => problemOf("amount", amount),
    body: ({ target, amount, reason }) => ({ target, amountCents: toCents(amount), reason }),
    onDone: async ({ amount, status }) => {
      const text = formatMoneyAmount(amount);
      void toast({
        title:
          status === "pending"
            ? t`${text} is on its way to the card`
            : t`${text} of ${name} refunded`,
      });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const [target, amount, reason] = [
    form.field("target"),
    form.field("amount"),
    form.field("reason"),
  ];
  const most = formatMoneyAmount(options[form.values.target]);
  const text = formatMoneyAmount(usd(toCents(form.values.amount) ?? 0));
  return (
    <ConfirmedFormDialog
      form={form}
      typed={form.field("typed")}
      name={name}
      title={t`Refund ${name}?`}
      verb={<Trans>Refund {text}</Trans>}
      consequences={
        <>
          <li>
            <Trans>A credit note over the amount is issued to {customer}.</Trans>
          </li>
          <li>
            {form.values.target === "card" ? (
              <Trans>The amount goes to the card. A refund can't be taken back.</Trans>
            ) : (
              <Trans>The amount goes to the balance, which pays other open invoices first.</Trans>
            )}
          </li>
        </>
      }
      onClose={onClose}
    >
      <Field {...target.field}>
        <Select
          {...target.input}
          onChange={(value) =>
            form.change({ target: value, amount: centsText(options[value].cents) })
          }
          options={(["balance", "card"] as const).map((value) => ({
            value,
            label: targets[value],
            disabled: options[value].cents === 0,
          }))}
        />
      </Field>
      <Field {...amount.field} help={t`At most ${most}`}>
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...reason.field} help={t`The customer reads it on the credit note`}>
        <Textarea {...reason.input} rows={2} maxLength={1000} />
      </Field>
    </ConfirmedFormDialog>
  );
}
