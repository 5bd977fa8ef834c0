import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { requireWorkplace } from "../lib/guards.ts";
import { LaterStep } from "../parts/onboarding/later-step.tsx";

export const Route = createFileRoute("/onboarding/billing-information")({
  beforeLoad: ({ context }) => ({ workplace: requireWorkplace(context.self) }),
  component: BillingInformationStep,
});

function BillingInformationStep() {
  const { t } = useLingui();
  const { workplace } = Route.useRouteContext();
  return (
    <LaterStep
      step="billing-information"
      title={t`Billing information`}
      text={t`Whose name stands on the invoices of ${workplace.name}.`}
      asked={[
        t`Company or person, with address and country`,
        t`Tax number, where there is one`,
        t`The e-mail address that gets the invoices`,
      ]}
      when={t`It is needed before the first invoice. Nothing is asked, and nothing kept, on this page.`}
    />
  );
}
