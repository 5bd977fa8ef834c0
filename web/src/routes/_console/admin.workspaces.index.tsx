import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import {
  type AdminWorkspaceRow,
  adminWorkspaces,
  workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { UserLink } from "../../features/admin/user-link.tsx";
import {
  useWorkspaceStatusLabels,
  WorkspaceStatusBadge,
} from "../../features/admin/workspace-labels.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/workspaces/")({
  validateSearch: validateSearchFor<typeof adminWorkspaces.list>(adminWorkspaces.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.workspace.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(adminWorkspaces.list, { query: deps }),
      endpointQuery(adminWorkspaces.count, {}),
    ),
  component: AdminWorkspaces,
});

function AdminWorkspaces() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useWorkspaceStatusLabels();
  return (
    <StaffTable
      file={staffExports.workspaces}
      title={t`Workspaces`}
      facts={<WorkspacesSummary />}
      call={adminWorkspaces.list}
      defaultOrder="-createdAt"
      query={endpointQuery(adminWorkspaces.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name, handle, or owner`}
      filters={
        <FilterMultiSelect
          name="status"
          label={t`Status`}
          value={search.status}
          options={workspaceStatuses.map((value) => ({ value, label: statuses[value] }))}
        />
      }
      empty={{
        title: t`No workspaces yet`,
        text: t`Workspaces that customers create are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<AdminWorkspaceRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "handle",
      cell: ({ id, name, handle }) => (
        <NameCell subtitle={handle}>
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, restorableUntil }) => (
        <StackedCell
          subtitle={
            status === "deactivated" &&
            restorableUntil !== null && (
              <Trans>
                can be restored until <RelativeTime at={restorableUntil} exact />
              </Trans>
            )
          }
        >
          <WorkspaceStatusBadge status={status} />
        </StackedCell>
      ),
    },
    {
      key: "owner",
      header: t`Owner`,
      card: "plain",
      cell: ({ owner }) => (owner === null ? "–" : <UserLink user={owner} />),
    },
    {
      key: "people",
      header: t`Members`,
      card: "labeled",
      end: true,
      cell: ({ memberCount }) => formatInteger(memberCount, localeSettings),
    },
    {
      key: "machines",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: ({ instanceCount }) => formatInteger(instanceCount, localeSettings),
    },
    {
      key: "created",
      header: t`Created`,
      card: "labeled",
      sort: "createdAt",
      end: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

function WorkspacesSummary() {
  const localeSettings = useLocaleSettings();
  const { data } = useQuery(endpointQuery(adminWorkspaces.count, {}));
  if (data === undefined) return "\u00a0";
  const { total, byStatus } = data;
  const [all, active, deactivated] = [total, byStatus.active, byStatus.deactivated].map((count) =>
    formatInteger(count, localeSettings),
  );
  return (
    <Trans>
      <b>{all}</b> <Plural value={total} one="workspace" other="workspaces" /> · <b>{active}</b>{" "}
      active · {deactivated} deactivated
    </Trans>
  );
}
