import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { billingInvoices, invoiceStatuses } from "#contracts/invoices.ts";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { BillingTabs } from "../../../features/billing/billing-tabs.tsx";
import { useInvoiceColumns } from "../../../features/billing/invoice-columns.tsx";
import { invoiceStatusLabels } from "../../../features/billing/invoice-status.tsx";
import { usePayEntry } from "../../../features/billing/pay-invoice.tsx";
import { useBillingFiles } from "../../../features/billing/use-billing-files.ts";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";

export const Route = createFileRoute("/_console/$workspace/billing/invoice/")({
  validateSearch: validateSearchFor<typeof billingInvoices.invoices>(billingInvoices.invoices),
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(billingInvoices.invoices, { path: { workspace }, query: deps }),
    ),
  component: Invoices,
});

function Invoices() {
  const { t, i18n } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const files = useBillingFiles(workspace);
  const payEntry = usePayEntry(workspace);
  return (
    <TablePage
      title={t`Invoices`}
      facts={<Trans>A month is invoiced on the 2nd of the next one.</Trans>}
      tabs={<BillingTabs workspace={workspace} />}
      call={billingInvoices.invoices}
      defaultOrder="-createdAt"
      query={endpointQuery(billingInvoices.invoices, { path: { workspace }, query: search })}
      search={search}
      columns={useInvoiceColumns(workspace)}
      rowKey={({ id }) => id}
      nameOf={({ number }) => number ?? t`Draft`}
      menu={(invoice) => [...payEntry(invoice), files.pdf(invoice), files.eInvoice(invoice)]}
      filters={
        <FilterMultiSelect
          name="status"
          label={t`Status`}
          value={search.status}
          options={invoiceStatuses
            .filter((status) => status !== "discarded")
            .map((value) => ({ value, label: i18n._(invoiceStatusLabels[value]) }))}
        />
      }
      empty={{
        title: t`No invoices yet`,
        text: t`The first one is issued after the first month with usage.`,
      }}
    />
  );
}
