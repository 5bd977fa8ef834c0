import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { adminBilling, type AdminInvoiceRow } from "#contracts/admin-billing.ts";
import { documentKinds, invoiceStatuses } from "#contracts/invoices.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionLink } from "../../components/action-link.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { FilterSelect, toOptions } from "../../components/filter-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { useEndpointReason } from "../../components/use-action-denial.ts";
import { useInvoiceColumns } from "../../features/billing/invoice-columns.tsx";
import { invoiceStatusLabels } from "../../features/billing/invoice-status.tsx";
import { OfWorkspace } from "../../features/billing/staff/of-workspace.tsx";
import { useStaffFiles } from "../../features/billing/use-billing-files.ts";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import type { Column } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/invoices/")({
  validateSearch: validateSearchFor<typeof adminBilling.invoices>(adminBilling.invoices),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.invoice.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(adminBilling.invoices, { query: deps })),
  component: Invoices,
});

function Invoices() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  const files = useStaffFiles();
  const reasonFor = useEndpointReason();
  const kinds: Record<(typeof documentKinds)[number], string> = {
    invoice: t`Invoice`,
    credit_note: t`Credit note`,
  };
  const { workspaceId } = search;
  return (
    <StaffTable
      file={staffExports.invoices}
      title={t`Invoices`}
      facts={<OfWorkspace id={workspaceId} />}
      call={adminBilling.invoices}
      defaultOrder="-createdAt"
      query={endpointQuery(adminBilling.invoices, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ number, workspace }) => number ?? t`Draft for ${workspace.name}`}
      searchLabel={t`Search by number or workspace`}
      menu={(invoice) => [files.pdf(invoice), files.eInvoice(invoice)]}
      primary={
        <ActionLink
          tone="primary"
          icon="plus"
          reason={reasonFor(adminBilling.createInvoice)}
          link={
            <Link
              to="/admin/invoices/add"
              search={workspaceId === undefined ? {} : { workspaceId }}
            />
          }
        >
          <Trans>Create invoice</Trans>
        </ActionLink>
      }
      filters={
        <>
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={invoiceStatuses.map((value) => ({
              value,
              label: i18n._(invoiceStatusLabels[value]),
            }))}
          />
          <FilterSelect
            name="kind"
            label={t`Type`}
            value={search.kind}
            options={toOptions(kinds)}
          />
        </>
      }
      empty={{
        title: t`No invoices yet`,
        text: t`Invoices and credit notes of all workspaces are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<AdminInvoiceRow>[] {
  const { t } = useLingui();
  const [number, ...others] = useInvoiceColumns(null);
  const workspace: Column<AdminInvoiceRow> = {
    key: "workspace",
    header: t`Workspace`,
    card: "labeled",
    cell: ({ workspace: { id, name } }) => (
      <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
        {name}
      </Link>
    ),
  };
  return number === undefined ? [] : [number, workspace, ...others];
}
