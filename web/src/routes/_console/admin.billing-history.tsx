import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { adminBilling, type AdminHistoryRow } from "#contracts/admin-billing.ts";
import { historyTypes } from "#contracts/billing-history.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { useHistoryColumns } from "../../features/billing/history-columns.tsx";
import { historyTypeLabels } from "../../features/billing/history-labels.ts";
import { HistoryPeriodFilter } from "../../features/billing/history-period-filter.tsx";
import { OfWorkspace } from "../../features/billing/staff/of-workspace.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { type Column, StackedCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/billing-history")({
  validateSearch: validateSearchFor<typeof adminBilling.history>(adminBilling.history),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.billing.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(adminBilling.history, { query: deps })),
  component: BillingHistory,
});

function BillingHistory() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  return (
    <StaffTable
      file={staffExports.billingHistory}
      title={t`Billing history`}
      facts={<OfWorkspace id={search.workspaceId} />}
      call={adminBilling.history}
      query={endpointQuery(adminBilling.history, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ type, workspace }) => `${workspace.name} ${i18n._(historyTypeLabels[type])}`}
      searchLabel={t`Search by workspace`}
      filters={
        <>
          <FilterMultiSelect
            name="activityType"
            label={t`Type`}
            value={search.activityType}
            options={historyTypes.map((value) => ({
              value,
              label: i18n._(historyTypeLabels[value]),
            }))}
          />
          <HistoryPeriodFilter from={search.createdAtFrom} to={search.createdAtTo} />
        </>
      }
      empty={{
        title: t`No movements yet`,
        text: t`Invoices, payments and credits of all workspaces appear here, each with the balance after it.`,
      }}
    />
  );
}

function useColumns(): Column<AdminHistoryRow>[] {
  const { t } = useLingui();
  const [type, ...others] = useHistoryColumns(null);
  const workspace: Column<AdminHistoryRow> = {
    key: "workspace",
    header: t`Workspace`,
    card: "labeled",
    cell: ({ workspace: { id, name }, createdBy }) => (
      <StackedCell subtitle={createdBy?.name ?? null}>
        <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
          {name}
        </Link>
      </StackedCell>
    ),
  };
  return type === undefined ? [] : [type, workspace, ...others];
}
