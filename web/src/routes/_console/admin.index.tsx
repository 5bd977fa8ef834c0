import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { dashboard } from "#contracts/dashboard.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { DashboardView } from "../../features/admin/dashboard/dashboard-view.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";

export const Route = createFileRoute("/_console/admin/")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.setup.view"),
  loader: ({ context }) => prefetch(context.queryClient, endpointQuery(dashboard.view, {})),
  component: DashboardPage,
});

function DashboardPage() {
  const { t } = useLingui();
  return (
    <DetailPage result={usePageQuery(endpointQuery(dashboard.view, {}))} title={() => t`Dashboard`}>
      {(data) => <DashboardView data={data} />}
    </DetailPage>
  );
}
