import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { AddCardForm } from "../features/billing/cards/add-card-form.tsx";
import { findStepWorkspace, skipStep, stepSearch } from "../features/onboarding/onboarding.ts";
import { OnboardingStepPage } from "../features/onboarding/onboarding-step-page.tsx";
import { needsCardDocument } from "../lib/browser/card-document.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";

const permission = "billing.payment_method_manage";

export const Route = createFileRoute("/onboarding/payment-method")({
  validateSearch: stepSearch,
  beforeLoad: ({ context, location, search }) => {
    // A card belongs to a workspace.
    if (findStepWorkspace(context.self, permission, search.workspace) === undefined)
      throw redirect({ to: "/onboarding", replace: true });
    if (needsCardDocument(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true });
  },
  component: PaymentMethodStep,
});

function PaymentMethodStep() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const role = findStepWorkspace(useSessionInfo(), permission, search.workspace);
  if (role === undefined) return null;
  const { handle, name } = role;
  const leave = () => void navigate({ to: "/$workspace", params: { workspace: handle } });
  const skip = () => {
    skipStep("payment-method");
    leave();
  };
  return (
    <OnboardingStepPage
      step="payment-method"
      title={t`Add a card`}
      text={
        <Trans>
          It pays the invoices of {name} when they are issued, and tops up the balance. Nothing is
          charged or held now; your bank may ask you to confirm. You can add a card later.
        </Trans>
      }
    >
      <AddCardForm
        workspace={handle}
        onSaved={leave}
        cancel={
          <Button onClick={skip}>
            <Trans>Skip</Trans>
          </Button>
        }
      />
    </OnboardingStepPage>
  );
}
