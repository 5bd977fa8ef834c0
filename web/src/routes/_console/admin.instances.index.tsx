import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type AdminInstanceRow, adminInstances } from "#contracts/admin-instances.ts";
import { instanceStatuses } from "#contracts/instance-states.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { FilterToggle } from "../../features/admin/filter-toggle.tsx";
import { commandTitle } from "../../features/admin/command-labels.tsx";
import {
  RegionVariantFilters,
  useVariantLabels,
} from "../../features/admin/region-variant-filters.tsx";
import { attentionLabel, statusLabel } from "../../features/instances/shared/instance-labels.ts";
import { InstanceStatus } from "../../features/instances/shared/instance-status.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/instances/")({
  validateSearch: validateSearchFor<typeof adminInstances.list>(adminInstances.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.instance.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(adminInstances.list, { query: deps })),
  component: AdminInstances,
});

function AdminInstances() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  return (
    <StaffTable
      file={staffExports.instances}
      title={t`Instances`}
      call={adminInstances.list}
      defaultOrder="-createdAt"
      query={endpointQuery(adminInstances.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ hostname }) => hostname}
      searchLabel={t`Search by name, IP address, ID, or workspace`}
      filters={
        <>
          <FilterToggle
            name="waiting"
            label={t`Waiting for staff`}
            value={search.waiting}
            on="staff"
          />
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={instanceStatuses.map((value) => ({ value, label: statusLabel(i18n, value) }))}
          />
          <RegionVariantFilters
            variantName="variants"
            variant={search.variants}
            regionHandle={search.regionHandle}
          />
        </>
      }
      empty={{
        title: t`No instances yet`,
        text: t`Instances that customers create are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<AdminInstanceRow>[] {
  const { t, i18n } = useLingui();
  const variants = useVariantLabels();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "hostname",
      cell: ({ id, hostname, publicIp }) => (
        <NameCell subtitle={publicIp}>
          <Link to="/admin/instances/$instanceID" params={{ instanceID: id }}>
            {hostname}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ openCommand, ...instance }) => (
        <StackedCell
          subtitle={
            openCommand === null
              ? attentionLabel(i18n, { ...instance, activatedAt: instance.createdAt })
              : openCommand.waitingSince === null
                ? commandTitle(i18n, openCommand)
                : t`Waiting for staff`
          }
        >
          <InstanceStatus status={instance.status} />
        </StackedCell>
      ),
    },
    {
      key: "workspace",
      header: t`Workspace`,
      card: "plain",
      cell: ({ workspace }) => (
        <StackedCell subtitle={workspace.handle}>
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: workspace.id }}>
            {workspace.name}
          </Link>
        </StackedCell>
      ),
    },
    {
      key: "product",
      header: t`Product`,
      card: "plain",
      hides: "second",
      cell: ({ product, variant }) => (
        <StackedCell subtitle={variants[variant]}>{product.name}</StackedCell>
      ),
    },
    {
      key: "region",
      header: t`Region`,
      card: "plain",
      hides: "first",
      cell: ({ region }) => region.name,
    },
    {
      key: "created",
      header: t`Created`,
      card: "labeled",
      sort: "createdAt",
      end: true,
      cell: ({ createdAt, openCommand }) =>
        openCommand?.waitingSince === null || openCommand === null ? (
          <RelativeTime at={createdAt} />
        ) : (
          <StackedCell
            subtitle={
              <Trans>
                waiting since <RelativeTime at={openCommand.waitingSince} />
              </Trans>
            }
          >
            <RelativeTime at={createdAt} />
          </StackedCell>
        ),
    },
  ];
}
