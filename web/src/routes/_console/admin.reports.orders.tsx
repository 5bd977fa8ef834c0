import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { reports } from "#contracts/reports.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { ExportButton } from "../../components/export-button.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { OrderReportView } from "../../features/admin/reports/order-report.tsx";
import { FilterPanel } from "../../features/admin/shared/filter-panel.tsx";
import {
  countReportFilters,
  formatReportPeriod,
  ReportFilters,
} from "../../features/admin/reports/report-filters.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Filters } from "../../ui/page.tsx";

export const Route = createFileRoute("/_console/admin/reports/orders")({
  validateSearch: validateSearchFor<typeof reports.orders>(reports.orders),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.report.orders"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(reports.orders, { query: deps })),
  component: OrderReport,
});

function OrderReport() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { locale } = useLocaleSettings();
  const file = useEndpointAction(reports.exportOrders, { invalidates: [] });
  const { timeFrom, timeTo, includeInactive, includeDeleted } = search;
  const exported = { query: { timeFrom, timeTo, includeInactive, includeDeleted } };
  const result = usePageQuery(endpointQuery(reports.orders, { query: search }), {
    keepPrevious: true,
  });
  return (
    <DetailPage
      result={result}
      title={() => t`Order report`}
      summary={(report) => formatReportPeriod(report, locale)}
      actions={({ meta }) => (
        <ExportButton
          fetch={() => file.run(exported)}
          code={file.code(exported)}
          busy={file.busy}
          reason={null}
          isEmpty={meta.total === 0}
        />
      )}
    >
      {(report) => (
        <>
          <Filters>
            <FilterPanel listId="reports" active={countReportFilters(search)}>
              <ReportFilters search={search} asOf={report.asOf} />
            </FilterPanel>
          </Filters>
          <OrderReportView report={report} search={search} busy={result.isPlaceholderData} />
        </>
      )}
    </DetailPage>
  );
}
