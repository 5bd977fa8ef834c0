import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { requireWorkplace } from "../lib/guards.ts";
import { LaterStep } from "../parts/onboarding/later-step.tsx";

export const Route = createFileRoute("/onboarding/payment-method")({
  beforeLoad: ({ context }) => ({ workplace: requireWorkplace(context.self) }),
  component: PaymentMethodStep,
});

function PaymentMethodStep() {
  const { t } = useLingui();
  const { workplace } = Route.useRouteContext();
  return (
    <LaterStep
      step="payment-method"
      title={t`Payment method`}
      text={t`How the machines of ${workplace.name} are paid for.`}
      asked={[
        t`A card; its number goes to the payment provider and never to us`,
        t`Your bank may want you to confirm it`,
      ]}
      when={t`It is needed for the first payment. Adding a card charges nothing. Nothing is asked, and nothing kept, on this page.`}
    />
  );
}
