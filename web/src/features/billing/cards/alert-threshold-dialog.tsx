import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { billingHistory } from "#contracts/billing-history.ts";
import { toMinorUnits } from "#contracts/minor-units.ts";
import {
  type AlertAction,
  type AlertThreshold,
  alertActions,
  alertCents,
  spendingAlerts,
} from "#contracts/spending-alerts.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { toast } from "../../../ui/toast.ts";
import { alertActionLabels } from "./alert-actions.ts";
import { toDollars } from "./dollars.ts";
import { readAmount, useAmountRange } from "./use-amount-range.ts";

/** Sets or changes the alert threshold. */
export default function AlertThresholdDialog({
  workspace,
  threshold,
  onClose,
}: {
  workspace: string;
  threshold: AlertThreshold | null;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const outside = useAmountRange();
  const initial: { amount: string; action: AlertAction | "" } = {
    amount: threshold === null ? "" : toDollars(threshold.amount.cents),
    action: threshold?.action ?? "notify",
  };
  const form = useEndpointForm(spendingAlerts.setAlertThreshold, {
    initial,
    labels: { amount: t`Amount per month in US$`, action: t`At 100%` },
    path: { workspace },
    alias: { amountCents: "amount" },
    also: ({ amount }): Readonly<Record<string, string>> => {
      const problem = outside(amount, alertCents);
      return problem === undefined ? {} : { amount: problem };
    },
    body: ({ amount, action }) => ({ amountCents: toMinorUnits("USD", amount), action }),
    onDone: async ({ passedAt }) => {
      void toast({
        title:
          passedAt === null
            ? t`Alert threshold saved`
            : t`Alert threshold saved. The month's cost has passed it already`,
      });
      onClose();
      await invalidate(client, billingHistory.summary);
    },
  });
  const descriptions: Readonly<Record<AlertAction, string>> = {
    notify: t`Nothing is stopped.`,
    block_orders: t`Until the month ends (UTC). Running instances continue and are billed.`,
    stop: t`And reject new orders. Instances that are off are still billed, because their capacity stays reserved.`,
    terminate_after_grace: t`And reject new orders. Virtual machines can be restored with their disks for 30 days. Bare-metal and protected instances are powered off instead, and are still billed.`,
  };
  const [amount, action] = [form.field("amount"), form.field("action")];
  return (
    <FormDialog
      form={form}
      title={threshold === null ? t`Set alert threshold` : t`Change alert threshold`}
      submit={<Trans>Save threshold</Trans>}
      isEdit={threshold !== null}
      onClose={onClose}
    >
      <Field
        {...amount.field}
        aside={readAmount(form.values.amount)}
        help={t`Usage of a calendar month (UTC), before promo credit and VAT`}
      >
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
      <RadioCards
        {...action.input}
        legend={t`At 100%`}
        options={alertActions.map((value) => ({
          value,
          title: i18n._(alertActionLabels[value]),
          description: descriptions[value],
        }))}
      />
    </FormDialog>
  );
}
