import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { AddCardForm } from "../features/billing/cards/add-card-form.tsx";
import { OnboardingStepPage } from "../features/onboarding/onboarding-step-page.tsx";
import { needsCardDocument } from "../lib/browser/card-gateway.ts";
import { hasPermission } from "../lib/session/permissions.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";

export const Route = createFileRoute("/onboarding/payment-method")({
  beforeLoad: ({ context, location }) => {
    // A card belongs to a workspace.
    const roles = context.self.userWorkspaceRoles;
    if (!roles.some((role) => hasPermission(role, "billing.payment_method_manage")))
      throw redirect({ to: "/onboarding", replace: true });
    if (needsCardDocument(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true });
  },
  component: PaymentMethodStep,
});

function PaymentMethodStep() {
  const { t } = useLingui();
  const { userWorkspaceRoles } = useSessionInfo();
  const navigate = useNavigate();
  const role = userWorkspaceRoles.find((one) =>
    hasPermission(one, "billing.payment_method_manage"),
  );
  if (role === undefined) return null;
  const { handle, name } = role;
  const leave = () => void navigate({ to: "/$workspace", params: { workspace: handle } });
  return (
    <OnboardingStepPage
      title={t`Add a card`}
      text={
        <Trans>
          It pays the invoices of {name} when they are issued. Nothing is charged now, and your bank
          may ask you to confirm.
        </Trans>
      }
    >
      <AddCardForm
        workspace={handle}
        onSaved={leave}
        cancel={
          <Button onClick={leave}>
            <Trans>Skip</Trans>
          </Button>
        }
      />
    </OnboardingStepPage>
  );
}
