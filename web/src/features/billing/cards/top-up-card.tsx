import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toMinorUnits } from "#contracts/minor-units.ts";
import { usd } from "#contracts/money.ts";
import {
  type PaymentMethod,
  payments,
  type StartedAuthentication,
  topUpCents,
  topUpPresets,
} from "#contracts/payments.ts";
import { Form, FormProblems } from "../../../components/form.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, Stack } from "../../../ui/card.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { Field, Select, TextInput } from "../../../ui/field.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { toast } from "../../../ui/toast.ts";
import { cardName } from "#contracts/card-names.ts";
import { completePayment, refetchBilling } from "./complete-payment.ts";
import { useAmountRange } from "./use-amount-range.ts";

const other = "other";
const dollars = (cents: number) => formatMoneyAmount(usd(cents));

/** Adds money to the balance with a saved card. */
export function TopUpCard({
  workspace,
  cards,
}: {
  workspace: string;
  cards: readonly PaymentMethod[];
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const usable = cards.filter(({ status }) => status === "active");
  const preferred = usable.find(({ isDefault }) => isDefault) ?? usable[0];
  const initial = {
    preset: String(topUpPresets[0]),
    amount: "",
    paymentMethodId: preferred?.id ?? "",
  };
  const centsOf = ({ preset, amount }: typeof initial) =>
    preset === other ? toMinorUnits("USD", amount) : Number(preset);
  const outside = useAmountRange();
  const [least, most] = [dollars(topUpCents.minimum), dollars(topUpCents.maximum)];
  const form = useEndpointForm(payments.initialize3ds, {
    initial,
    labels: { preset: t`Amount`, amount: t`Amount in US$`, paymentMethodId: t`Card` },
    path: { workspace },
    alias: { amountCents: "amount", paymentMethod: "paymentMethodId" },
    also: (values): Readonly<Record<string, string>> => {
      const problem = outside(
        values.preset === other ? values.amount : centsOf(values),
        topUpCents,
      );
      return problem === undefined ? {} : { amount: problem };
    },
    body: (values) => ({
      purpose: "payment",
      amountCents: centsOf(values),
      paymentMethodId: values.paymentMethodId,
    }),
    onDone: (started, values) => complete(started, centsOf(values) ?? 0),
  });

  async function complete(started: StartedAuthentication, cents: number): Promise<void> {
    setFailure(null);
    const result = await completePayment(workspace, started);
    if (result.kind === "failed") {
      setFailure(i18n._(result.message));
      return;
    }
    const amount = dollars(cents);
    void toast(
      result.kind === "succeeded"
        ? { title: t`${amount} added to your balance` }
        : { title: t`Your bank is processing the payment of ${amount}` },
    );
    await refetchBilling(client);
  }

  const [preset, amount, card] = [
    form.field("preset"),
    form.field("amount"),
    form.field("paymentMethodId"),
  ];
  const cents = centsOf(form.values);
  const text = cents === null ? null : dollars(cents);
  if (preferred === undefined)
    return (
      <Card title={t`Top up`}>
        <p>
          <Trans>Add a card to top up your balance.</Trans>
        </p>
      </Card>
    );
  return (
    <Card title={t`Top up`}>
      <Form form={form} guard={false}>
        <Stack>
          <FormProblems form={form} />
          {failure !== null && (
            <Callout tone="danger">
              <p>{failure}</p>
              <p>
                <Trans>Nothing was charged.</Trans>
              </p>
            </Callout>
          )}
          <RadioCards
            {...preset.input}
            legend={t`Amount`}
            options={[
              ...topUpPresets.map((value) => ({ value: String(value), title: dollars(value) })),
              { value: other, title: t`Other amount` },
            ]}
          />
          {form.values.preset === other && (
            <Field {...amount.field} help={t`From ${least} to ${most}`}>
              <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
            </Field>
          )}
          <Field {...card.field}>
            <Select
              {...card.input}
              options={usable.map((one) => ({ value: one.id, label: cardName(one) }))}
            />
          </Field>
          <div>
            <Button tone="primary" type="submit" busy={form.busy}>
              {text === null ? <Trans>Top up</Trans> : <Trans>Top up {text}</Trans>}
            </Button>
          </div>
        </Stack>
      </Form>
    </Card>
  );
}
