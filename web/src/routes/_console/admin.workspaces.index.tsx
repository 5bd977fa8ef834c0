import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import {
  type AdminWorkspaceRow,
  adminWorkspaces,
  workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import { FilterMenu } from "../../blocks/filter-menu.tsx";
import { TablePage } from "../../blocks/table-page.tsx";
import { preload, query } from "../../lib/client.ts";
import { wholeNumber } from "../../lib/format.ts";
import { requireStaff } from "../../lib/guards.ts";
import { useManner } from "../../lib/i18n.ts";
import { searchOf } from "../../lib/search.ts";
import { PersonLink } from "../../parts/admin/person-link.tsx";
import { useWorkspaceStatusWords, WorkspaceState } from "../../parts/admin/workspace-words.tsx";
import { Time } from "../../ui/facts.tsx";
import { type Column, NameCell, TwoLines } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/workspaces/")({
  validateSearch: searchOf<typeof adminWorkspaces.list>(adminWorkspaces.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.workspace.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    preload(
      context.queryClient,
      query(adminWorkspaces.list, { query: deps }),
      query(adminWorkspaces.count, {}),
    ),
  component: AdminWorkspaces,
});

function AdminWorkspaces() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useWorkspaceStatusWords();
  return (
    <TablePage
      title={t`Workspaces`}
      facts={<Facts />}
      call={adminWorkspaces.list}
      query={query(adminWorkspaces.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name, handle, or owner`}
      filters={
        <FilterMenu
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
  const manner = useManner();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "handle",
      cell: ({ id, name, handle }) => (
        <NameCell second={handle}>
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      cell: ({ status, restorableUntil }) => (
        <TwoLines
          second={
            status === "deactivated" &&
            restorableUntil !== null && (
              <Trans>
                can be restored until <Time at={restorableUntil} exact />
              </Trans>
            )
          }
        >
          <WorkspaceState status={status} />
        </TwoLines>
      ),
    },
    {
      key: "owner",
      header: t`Owner`,
      cell: ({ owner }) => (owner === null ? "–" : <PersonLink person={owner} />),
    },
    {
      key: "people",
      header: t`Members`,
      end: true,
      cell: ({ memberCount }) => wholeNumber(memberCount, manner),
    },
    {
      key: "machines",
      header: t`Instances`,
      end: true,
      cell: ({ instanceCount }) => wholeNumber(instanceCount, manner),
    },
    {
      key: "created",
      header: t`Created`,
      sort: "createdAt",
      end: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
}

function Facts() {
  const manner = useManner();
  const { data } = useQuery(query(adminWorkspaces.count, {}));
  if (data === undefined) return "\u00a0";
  const { total, byStatus } = data;
  const [all, active, deactivated] = [total, byStatus.active, byStatus.deactivated].map((count) =>
    wholeNumber(count, manner),
  );
  return (
    <Trans>
      <b>{all}</b> <Plural value={total} one="workspace" other="workspaces" /> · <b>{active}</b>{" "}
      active · {deactivated} deactivated
    </Trans>
  );
}
