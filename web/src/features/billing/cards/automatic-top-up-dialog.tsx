import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import {
  type AutomaticTopUp,
  automaticTopUps,
  mostAutomaticCents,
} from "#contracts/automatic-top-up.ts";
import { toMinorUnits } from "#contracts/minor-units.ts";
import { usd } from "#contracts/money.ts";
import { topUpCents } from "#contracts/payments.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { toDollars } from "./dollars.ts";

/** Turns the automatic top-up on or off and sets its amounts. */
export default function AutomaticTopUpDialog({
  workspace,
  topUp,
  onClose,
}: {
  workspace: string;
  topUp: AutomaticTopUp;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const dollars = (cents: number) => formatMoneyAmount(usd(cents));
  const outside = (text: string, least: number, most: number): string | undefined => {
    const cents = toMinorUnits("USD", text);
    const [from, to] = [dollars(least), dollars(most)];
    return cents === null || cents < least || cents > most
      ? t`Enter an amount from ${from} to ${to}`
      : undefined;
  };
  const form = useEndpointForm(automaticTopUps.saveAutomaticTopUp, {
    initial: {
      // Whoever opens the dialog of one that is off, or paused, wants it on.
      isEnabled: true,
      threshold: toDollars(topUp.threshold.cents),
      amount: toDollars(topUp.amount.cents),
      ceiling: toDollars(topUp.ceiling.cents),
    },
    labels: {
      isEnabled: t`Automatic top-up`,
      threshold: t`When less than, in US$`,
      amount: t`Add, in US$`,
      ceiling: t`At most per month, in US$`,
    },
    path: { workspace },
    alias: { thresholdCents: "threshold", amountCents: "amount", ceilingCents: "ceiling" },
    also: ({ threshold, amount, ceiling }): Readonly<Record<string, string>> => {
      const least = toMinorUnits("USD", amount) ?? topUpCents.minimum;
      const found = {
        threshold: outside(threshold, 0, mostAutomaticCents),
        amount: outside(amount, topUpCents.minimum, topUpCents.maximum),
        ceiling: outside(ceiling, Math.max(least, topUpCents.minimum), mostAutomaticCents),
      };
      return Object.fromEntries(
        Object.entries(found).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
      );
    },
    body: ({ isEnabled, threshold, amount, ceiling }) => ({
      isEnabled,
      thresholdCents: toMinorUnits("USD", threshold),
      amountCents: toMinorUnits("USD", amount),
      ceilingCents: toMinorUnits("USD", ceiling),
    }),
    onDone: async ({ isEnabled }) => {
      void toast({ title: isEnabled ? t`Automatic top-up is on` : t`Automatic top-up is off` });
      onClose();
      await invalidate(client, automaticTopUps.automaticTopUp);
    },
  });
  const [isEnabled, threshold, amount, ceiling] = [
    form.field("isEnabled"),
    form.field("threshold"),
    form.field("amount"),
    form.field("ceiling"),
  ];
  return (
    <FormDialog
      form={form}
      title={t`Automatic top-up`}
      submit={<Trans>Save</Trans>}
      onClose={onClose}
    >
      <Field {...isEnabled.field}>
        <Switch {...isEnabled.input} label={form.values.isEnabled ? t`On` : t`Off`} />
      </Field>
      <Field
        {...threshold.field}
        help={t`Balance and promo credit, without what this month has cost so far`}
      >
        <TextInput {...threshold.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...amount.field} help={t`The default card is charged without asking you.`}>
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field {...ceiling.field} help={t`The sum of automatic top-ups in a calendar month (UTC)`}>
        <TextInput {...ceiling.input} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
