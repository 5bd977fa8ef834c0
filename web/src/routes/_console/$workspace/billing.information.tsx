import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { billingInfo } from "#contracts/billing-info.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { BillingInfoForm } from "../../../features/billing/billing-info-form.tsx";
import { BillingTabs } from "../../../features/billing/billing-tabs.tsx";
import { TaxCard } from "../../../features/billing/tax-card.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { Card, Columns } from "../../../ui/card.tsx";

export const Route = createFileRoute("/_console/$workspace/billing/information")({
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loader: ({ context, params: { workspace } }) =>
    prefetch(context.queryClient, endpointQuery(billingInfo.info, { path: { workspace } })),
  component: Information,
});

function Information() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const result = usePageQuery(endpointQuery(billingInfo.info, { path: { workspace } }));
  return (
    <DetailPage
      result={result}
      title={() => t`Billing details`}
      summary={() => <Trans>Who invoices are for. Issued invoices don't change.</Trans>}
      tabs={<BillingTabs workspace={workspace} />}
    >
      {({ info, tax }) => (
        <Columns
          main={
            <Card>
              <BillingInfoForm
                key={info === null ? "new" : "set"}
                workspace={workspace}
                info={info}
              />
            </Card>
          }
          aside={<TaxCard info={info} tax={tax} />}
        />
      )}
    </DetailPage>
  );
}
