import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { requireCurrentWorkspace } from "../lib/session/route-guards.ts";
import { ComingLaterStep } from "../features/onboarding/coming-later-step.tsx";

export const Route = createFileRoute("/onboarding/billing-information")({
  beforeLoad: ({ context }) => ({ workplace: requireCurrentWorkspace(context.self) }),
  component: BillingInformationStep,
});

function BillingInformationStep() {
  const { t } = useLingui();
  const { workplace } = Route.useRouteContext();
  return (
    <ComingLaterStep
      step="billing-information"
      title={t`Billing information`}
      text={t`Who the invoices for ${workplace.name} are made out to.`}
      items={[
        t`Company or person, with address and country`,
        t`Tax ID, if you have one`,
        t`Email address for invoices`,
      ]}
      when={t`This is needed before your first invoice. Nothing is asked for or stored on this page yet.`}
    />
  );
}
