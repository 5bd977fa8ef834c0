import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type Workspace, workspaces } from "#contracts/workspaces.ts";
import { TablePage } from "../../blocks/table-page.tsx";
import { preload, query } from "../../lib/client.ts";
import { searchOf } from "../../lib/search.ts";
import { wordRole } from "../../lib/wording.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Time } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Status } from "../../ui/status.tsx";
import { type Column, NameCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/workspaces/")({
  validateSearch: searchOf(workspaces.list),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    preload(context.queryClient, query(workspaces.list, { query: deps })),
  component: Workspaces,
});

function Workspaces() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  const columns: Column<Workspace>[] = [
    {
      key: "name",
      header: t`Name`,
      cell: ({ name, handle }) => (
        <NameCell second={handle}>
          <Link to="/$workspace" params={{ workspace: handle }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    { key: "role", header: t`Your role`, cell: ({ role }) => wordRole(i18n, role) },
    {
      key: "status",
      header: t`Status`,
      cell: ({ status }) =>
        status === "active" ? (
          <Status tone="ok" shape="dot">{t`Active`}</Status>
        ) : (
          <Status tone="warn" shape="diamond">
            {status === "suspended" ? t`Suspended` : t`Deactivated`}
          </Status>
        ),
    },
    {
      key: "created",
      header: t`Created`,
      end: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  return (
    <TablePage
      title={t`Workspaces`}
      facts={t`Each has its own projects, machines, people and bill`}
      call={workspaces.list}
      query={query(workspaces.list, { query: search })}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      primary={
        <Link to="/workspaces/add" className={buttonClass("primary")}>
          <Icon name="plus" />
          <Trans>Create workspace</Trans>
        </Link>
      }
      empty={{
        title: t`No workspace yet`,
        text: t`Machines, projects and people belong to a workspace; the first one takes a minute.`,
      }}
    />
  );
}
