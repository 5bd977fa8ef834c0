import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { reports } from "#contracts/reports.ts";
import { InstanceReportPage } from "../../features/admin/reports/instance-report.tsx";
import { instanceReportQuery } from "../../features/admin/reports/report-queries.ts";
import { prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";

export const Route = createFileRoute("/_console/admin/reports/virtual")({
  validateSearch: validateSearchFor<typeof reports.exportVirtual>(reports.exportVirtual),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.report.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, instanceReportQuery("virtual", deps)),
  component: Report,
});

function Report() {
  const { t } = useLingui();
  return (
    <InstanceReportPage
      name="virtual"
      title={t`Virtual machine report`}
      search={Route.useSearch()}
    />
  );
}
