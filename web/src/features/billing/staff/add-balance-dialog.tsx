import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type AdminBalance, adminBilling } from "#contracts/admin-billing.ts";
import type { CreditSource } from "#contracts/balance-approvals.ts";
import { usd } from "#contracts/money.ts";
import { ConfirmedFormDialog } from "../../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { Field, Select, Textarea, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { toCents, useAmountProblem } from "./amounts.ts";
import { useCreditSources } from "./credit-sources.ts";
import { changedByMoney } from "./staff-queries.ts";

/** Adds to the balance of a workspace, at once or after another person approved it. */
export default function AddBalanceDialog({
  workspace: { id, name },
  balance,
  onClose,
}: {
  workspace: { readonly id: string; readonly name: string };
  balance: AdminBalance;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const sources = useCreditSources();
  const problemOf = useAmountProblem();
  const initial: { amount: string; source: CreditSource; reason: string; typed: string } = {
    amount: "",
    source: "goodwill",
    reason: "",
    typed: "",
  };
  const form = useEndpointForm(adminBilling.addBalance, {
    initial,
    labels: {
      amount: t`Amount in US$`,
      source: t`Source`,
      reason: t`Reason`,
      typed: t`Type ${name} to confirm`,
    },
    path: { adminWorkspace: id },
    alias: { amountCents: "amount" },
    also: ({ amount }) => problemOf("amount", amount),
    body: ({ amount, source, reason }) => ({ amountCents: toCents(amount), source, reason }),
    onDone: async ({ approval }, { amount }) => {
      const added = formatMoneyAmount(usd(toCents(amount) ?? 0));
      void toast({
        title:
          approval === null
            ? t`${added} added to the balance of ${name}`
            : t`${added} for ${name} waits for the approval of another person`,
      });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const [amount, source, reason] = [
    form.field("amount"),
    form.field("source"),
    form.field("reason"),
  ];
  const cents = toCents(form.values.amount) ?? 0;
  const needsApproval = cents > balance.withoutApproval.cents;
  const text = formatMoneyAmount(usd(cents));
  const most = formatMoneyAmount(balance.withoutApproval);
  return (
    <ConfirmedFormDialog
      form={form}
      typed={form.field("typed")}
      name={name}
      title={t`Add to the balance of ${name}?`}
      verb={
        cents === 0 ? (
          <Trans>Add</Trans>
        ) : needsApproval ? (
          <Trans>Ask for approval of {text}</Trans>
        ) : (
          <Trans>Add {text}</Trans>
        )
      }
      consequences={
        <>
          <li>
            <Trans>The balance pays open invoices at once, the oldest first.</Trans>
          </li>
          <li>
            <Trans>The customer reads amount and reason in the billing history.</Trans>
          </li>
          <li>
            <Trans>Up to {most} you add alone within 24 hours. Another person approves more.</Trans>
          </li>
        </>
      }
      onClose={onClose}
    >
      <Field {...amount.field}>
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...source.field}>
        <Select
          {...source.input}
          options={[
            { value: "goodwill", label: sources.goodwill },
            { value: "bank", label: sources.bank },
          ]}
        />
      </Field>
      <Field {...reason.field}>
        <Textarea {...reason.input} rows={2} maxLength={1000} />
      </Field>
      <DescriptionList
        pairs={[
          [t`Balance now`, formatMoneyAmount(balance.balance)],
          [t`Balance after it`, formatMoneyAmount(usd(balance.balance.cents + cents))],
        ]}
      />
      {needsApproval && (
        <Callout tone="warn">
          <p>
            <Trans>Nothing is added until another person approves it.</Trans>
          </p>
        </Callout>
      )}
    </ConfirmedFormDialog>
  );
}
