import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type AdminCommandRow, adminCommands } from "#contracts/admin-commands.ts";
import { commandStatuses } from "#contracts/commands.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import {
  CommandStatusBadge,
  commandTitle,
  useCommandStatusLabels,
  useRequesterLabels,
} from "../../features/admin/command-labels.tsx";
import { FilterToggle } from "../../features/admin/filter-toggle.tsx";
import { RegionVariantFilters } from "../../features/admin/region-variant-filters.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/commands/")({
  validateSearch: validateSearchFor<typeof adminCommands.list>(adminCommands.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.command.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(adminCommands.list, { query: deps })),
  component: AdminCommands,
});

function AdminCommands() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  const statuses = useCommandStatusLabels();
  return (
    <StaffTable
      file={staffExports.commands}
      title={t`Operations`}
      call={adminCommands.list}
      defaultOrder="-createdAt"
      query={endpointQuery(adminCommands.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={(command) => commandTitle(i18n, command)}
      searchLabel={t`Search by instance, workspace, or ID`}
      filters={
        <>
          <FilterToggle
            name="status"
            label={t`Waiting for staff`}
            value={search.status}
            on="waiting"
          />
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={commandStatuses.map((value) => ({ value, label: statuses[value] }))}
          />
          <RegionVariantFilters
            variantName="variant"
            variant={search.variant}
            regionHandle={search.regionHandle}
          />
        </>
      }
      empty={{
        title: t`No operations yet`,
        text: t`What is requested from the regions is listed here.`,
      }}
    />
  );
}

function useColumns(): Column<AdminCommandRow>[] {
  const { t, i18n } = useLingui();
  const requesters = useRequesterLabels();
  return [
    {
      key: "kind",
      header: t`Operation`,
      cell: (command) => (
        <NameCell subtitle={command.instance?.hostname ?? command.subject}>
          <Link to="/admin/commands/$commandID" params={{ commandID: command.id }}>
            {commandTitle(i18n, command)}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, error, waitingSince }) => (
        <StackedCell
          subtitle={
            waitingSince === null ? (
              error?.code
            ) : (
              <Trans>
                since <RelativeTime at={waitingSince} />
              </Trans>
            )
          }
        >
          <CommandStatusBadge status={status} />
        </StackedCell>
      ),
    },
    {
      key: "workspace",
      header: t`Workspace`,
      card: "plain",
      cell: ({ workspace }) => workspace?.handle ?? "–",
    },
    {
      key: "region",
      header: t`Region`,
      card: "plain",
      hides: "second",
      cell: ({ regionHandle }) => regionHandle,
    },
    {
      key: "requestedBy",
      header: t`Requested by`,
      card: "plain",
      hides: "second",
      cell: ({ requestedBy, requestedByType }) => (
        <StackedCell subtitle={requestedBy === null ? null : requesters[requestedByType]}>
          {requestedBy?.name ?? requesters[requestedByType]}
        </StackedCell>
      ),
    },
    {
      key: "attempts",
      header: t`Failed attempts`,
      card: "labeled",
      hides: "first",
      end: true,
      cell: ({ attempt }) => attempt,
    },
    {
      key: "created",
      header: t`Requested`,
      card: "labeled",
      sort: "createdAt",
      end: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
