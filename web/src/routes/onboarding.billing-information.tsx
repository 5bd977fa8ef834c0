import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { billingInfo } from "#contracts/billing-info.ts";
import { usePageQuery } from "../components/page-error.tsx";
import { BillingInfoForm } from "../features/billing/billing-info-form.tsx";
import { findStepWorkspace, skipStep, stepSearch } from "../features/onboarding/onboarding.ts";
import { OnboardingStepPage } from "../features/onboarding/onboarding-step-page.tsx";
import { endpointQuery, prefetch } from "../lib/api/api-client.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";

const permission = "billing.info_update";

export const Route = createFileRoute("/onboarding/billing-information")({
  validateSearch: stepSearch,
  beforeLoad: ({ context, search }) => {
    // Invoices belong to a workspace.
    if (findStepWorkspace(context.self, permission, search.workspace) === undefined)
      throw redirect({ to: "/onboarding", replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, self }, deps }) => {
    const role = findStepWorkspace(self, permission, deps.workspace);
    if (role !== undefined)
      prefetch(queryClient, endpointQuery(billingInfo.info, { path: { workspace: role.handle } }));
  },
  component: BillingInformationStep,
});

function BillingInformationStep() {
  const search = Route.useSearch();
  const role = findStepWorkspace(useSessionInfo(), permission, search.workspace);
  return role === undefined ? null : <Step workspace={role.handle} name={role.name} />;
}

function Step({ workspace, name }: { workspace: string; name: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data } = usePageQuery(endpointQuery(billingInfo.info, { path: { workspace } }));
  const goOn = () => void navigate({ to: "/onboarding/payment-method", search: { workspace } });
  const skip = () => {
    skipStep("billing-information");
    goOn();
  };
  return (
    <OnboardingStepPage
      step="billing-information"
      title={t`Who are invoices for?`}
      text={
        <Trans>
          Invoices of {name} name this person or company, and its country decides about VAT. You can
          change it later; issued invoices don't change.
        </Trans>
      }
    >
      {data !== undefined && (
        <BillingInfoForm
          workspace={workspace}
          info={data.info}
          onSaved={goOn}
          actions={(busy) => (
            <>
              <Button tone="primary" type="submit" busy={busy}>
                <Trans>Save and continue</Trans>
              </Button>
              <Button onClick={skip} disabled={busy}>
                <Trans>Skip</Trans>
              </Button>
            </>
          )}
        />
      )}
    </OnboardingStepPage>
  );
}
