import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { requireCurrentWorkspace } from "../lib/session/route-guards.ts";
import { ComingLaterStep } from "../features/onboarding/coming-later-step.tsx";

export const Route = createFileRoute("/onboarding/payment-method")({
  beforeLoad: ({ context }) => ({ workplace: requireCurrentWorkspace(context.self) }),
  component: PaymentMethodStep,
});

function PaymentMethodStep() {
  const { t } = useLingui();
  const { workplace } = Route.useRouteContext();
  return (
    <ComingLaterStep
      step="payment-method"
      title={t`Payment method`}
      text={t`How you'll pay for the instances in ${workplace.name}.`}
      items={[
        t`A card. Its number goes to the payment provider; we never see it.`,
        t`Your bank may ask you to confirm the card`,
      ]}
      when={t`This is needed before your first payment. Adding a card doesn't charge it. Nothing is asked for or stored on this page yet.`}
    />
  );
}
