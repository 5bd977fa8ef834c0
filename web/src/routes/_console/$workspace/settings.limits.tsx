import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { billing } from "#contracts/billing.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { LimitsCard } from "../../../features/billing/limits-card.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";

export const Route = createFileRoute("/_console/$workspace/settings/limits")({
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loader: ({ context, params: { workspace } }) =>
    prefetch(context.queryClient, endpointQuery(billing.limits, { path: { workspace } })),
  component: Limits,
});

function Limits() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const result = usePageQuery(endpointQuery(billing.limits, { path: { workspace } }));
  return (
    <DetailPage
      result={result}
      title={() => t`Limits`}
      summary={() => (
        <Trans>What this workspace can have at a time, and spend in a calendar month.</Trans>
      )}
    >
      {({ limits }) => <LimitsCard workspace={workspace} limits={limits} />}
    </DetailPage>
  );
}
