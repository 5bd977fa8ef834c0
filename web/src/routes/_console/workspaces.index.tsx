import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { workspaceActions } from "#contracts/actions/workspaces.ts";
import { type WorkspaceRow, workspaces } from "#contracts/workspaces.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { TablePage } from "../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { useSetDefaultWorkspace } from "../../features/workspaces/use-set-default.ts";
import { useWorkspaceColumns } from "../../features/workspaces/workspace-columns.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";

export const Route = createFileRoute("/_console/workspaces/")({
  validateSearch: validateSearchFor(workspaces.list),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(workspaces.list, { query: deps })),
  component: Workspaces,
});

function Workspaces() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { userWorkspaceRoles } = useSessionInfo();
  const reasonFor = useActionReason();
  const { makeDefault } = useSetDefaultWorkspace();
  const columns = useWorkspaceColumns();
  const isNewcomer = userWorkspaceRoles.length === 0;
  return (
    <TablePage<WorkspaceRow>
      title={t`Workspaces`}
      facts={t`Each workspace has its own projects, instances, members, and billing`}
      call={workspaces.list}
      query={endpointQuery(workspaces.list, { query: search })}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      menu={(workspace) => [
        {
          label: t`Make default`,
          icon: "home",
          reason: reasonFor(workspaceActions.makeDefault, workspace, {
            role: { workspaceRoleId: workspace.role },
          }),
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
        title: t`No workspaces yet`,
        text: t`Instances, projects, and members belong to a workspace. Creating your first one takes about a minute.`,
      }}
    />
  );
}
