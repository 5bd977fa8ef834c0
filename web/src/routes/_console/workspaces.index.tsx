import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type WorkspaceRow, workspaces } from "#contracts/workspaces.ts";
import { TablePage } from "../../blocks/table-page.tsx";
import { preload, query } from "../../lib/client.ts";
import { searchOf } from "../../lib/search.ts";
import { useSelf } from "../../lib/session.ts";
import { useMakeDefault } from "../../parts/workspaces/make-default.ts";
import { useWorkspaceColumns } from "../../parts/workspaces/list-columns.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";

export const Route = createFileRoute("/_console/workspaces/")({
  validateSearch: searchOf(workspaces.list),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    preload(context.queryClient, query(workspaces.list, { query: deps })),
  component: Workspaces,
});

function Workspaces() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { userWorkspaceRoles } = useSelf();
  const { makeDefault } = useMakeDefault();
  const columns = useWorkspaceColumns();
  const isNewcomer = userWorkspaceRoles.length === 0;
  return (
    <TablePage<WorkspaceRow>
      title={t`Workspaces`}
      facts={t`Each has its own projects, machines, people and bill`}
      call={workspaces.list}
      query={query(workspaces.list, { query: search })}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      menu={(workspace) => [
        {
          label: t`Make default`,
          icon: "home",
          reason: workspace.isDefault ? t`You begin here already` : null,
          ...makeDefault(workspace),
        },
        {
          kind: "link",
          label: t`Settings`,
          icon: "sliders",
          link: <Link to="/$workspace/settings/general" params={{ workspace: workspace.handle }} />,
        },
      ]}
      primary={
        <Link
          to={isNewcomer ? "/onboarding/workspace" : "/workspaces/add"}
          className={buttonClass("primary")}
        >
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
