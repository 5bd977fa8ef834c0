import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { billingUsage } from "#contracts/usage.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { ExportButton } from "../../../components/export-button.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { BillingTabs } from "../../../features/billing/billing-tabs.tsx";
import { formatPeriod, UsageFilters } from "../../../features/billing/usage/usage-filters.tsx";
import { UsageReportView } from "../../../features/billing/usage/usage-report.tsx";
import { endpointQuery, prefetch } from "../../../lib/api/api-client.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";

export const Route = createFileRoute("/_console/$workspace/billing/usage")({
  validateSearch: validateSearchFor<typeof billingUsage.usage>(billingUsage.usage),
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(billingUsage.usage, { path: { workspace }, query: deps }),
    ),
  component: Usage,
});

function Usage() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const { locale } = useLocaleSettings();
  const { groupBy: _groupBy, ...period } = search;
  const file = useEndpointAction(billingUsage.exportUsage, { invalidates: [] });
  const exported = { path: { workspace }, query: period };
  return (
    <DetailPage
      result={usePageQuery(
        endpointQuery(billingUsage.usage, { path: { workspace }, query: search }),
      )}
      title={() => t`Usage`}
      summary={({ from, to }) => formatPeriod(from, to, locale)}
      tabs={<BillingTabs workspace={workspace} />}
      actions={({ groups }) => (
        <ExportButton
          fetch={() => file.run(exported)}
          code={file.code(exported)}
          busy={file.busy}
          reason={null}
          isEmpty={groups.length === 0}
        />
      )}
    >
      {(report) => (
        <>
          <UsageFilters search={search} today={dateIn(report.timeZone, report.asOf)} />
          <UsageReportView workspace={workspace} report={report} />
        </>
      )}
    </DetailPage>
  );
}

/** The date in a time zone, as in a query. */
const dateIn = (timeZone: string, iso: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.parse(iso));
