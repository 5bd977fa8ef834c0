import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import {
  type AutomaticTopUp,
  automaticTopUps,
  mostAutomaticCents,
} from "#contracts/automatic-top-up.ts";
import { toMinorUnits } from "#contracts/minor-units.ts";
import { topUpCents } from "#contracts/payments.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { toDollars } from "./dollars.ts";
import { readAmount, useAmountRange } from "./use-amount-range.ts";

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
  const outside = useAmountRange();
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
      const maximum = mostAutomaticCents;
      const minimum = Math.max(toMinorUnits("USD", amount) ?? 0, topUpCents.minimum);
      const found = {
        threshold: outside(threshold, { minimum: 0, maximum }),
        amount: outside(amount, topUpCents),
        ceiling: outside(ceiling, { minimum, maximum }),
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
        aside={readAmount(form.values.threshold)}
        help={t`Balance and promo credit, without what this month has cost so far`}
      >
        <TextInput {...threshold.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        {...amount.field}
        aside={readAmount(form.values.amount)}
        help={t`The default card is charged without asking you.`}
      >
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        {...ceiling.field}
        aside={readAmount(form.values.ceiling)}
        help={t`The sum of automatic top-ups in a calendar month (UTC)`}
      >
        <TextInput {...ceiling.input} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
