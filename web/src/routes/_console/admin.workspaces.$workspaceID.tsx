import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { DetailPage } from "../../blocks/detail-page.tsx";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { preload, query } from "../../lib/client.ts";
import { requireStaff } from "../../lib/guards.ts";
import { wordRole } from "../../lib/wording.ts";
import { PersonLink } from "../../parts/admin/person-link.tsx";
import { WorkspaceActions } from "../../parts/admin/workspace-actions.tsx";
import { WorkspaceState } from "../../parts/admin/workspace-words.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { CopyText, KeyValue, Time } from "../../ui/facts.tsx";
import { type Column, Table } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/workspaces/$workspaceID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.workspace.view"),
  loader: ({ context, params: { workspaceID } }) =>
    preload(
      context.queryClient,
      query(adminWorkspaces.view, { path: { adminWorkspace: workspaceID } }),
    ),
  component: AdminWorkspacePage,
});

function AdminWorkspacePage() {
  const { workspaceID } = Route.useParams();
  const result = usePageQuery(
    query(adminWorkspaces.view, { path: { adminWorkspace: workspaceID } }),
  );
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={({ status }) => <WorkspaceState status={status} />}
      facts={(workspace) => <Facts workspace={workspace} />}
      actions={(workspace) => <WorkspaceActions workspace={workspace} />}
    >
      {(workspace) => (
        <Columns
          main={<Members workspace={workspace} />}
          side={<Details workspace={workspace} />}
        />
      )}
    </DetailPage>
  );
}

function Facts({ workspace }: { workspace: AdminWorkspace }) {
  const { handle, createdAt, status, restorableUntil } = workspace;
  return (
    <>
      {handle} ·{" "}
      <Trans>
        created <Time at={createdAt} />
      </Trans>
      {status === "deactivated" && restorableUntil !== null && (
        <>
          {" · "}
          <Trans>
            can be restored until <Time at={restorableUntil} exact />
          </Trans>
        </>
      )}
    </>
  );
}

function Details({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useLingui();
  const { id, handle, owner, instanceCount, projectCount, createdAt } = workspace;
  return (
    <Card title={t`Workspace`}>
      <KeyValue
        pairs={[
          [t`Handle`, handle],
          [t`Owner`, owner === null ? "–" : <PersonLink key="owner" person={owner} />],
          [t`Instances`, instanceCount],
          [t`Projects`, projectCount],
          [t`Created`, <Time key="created" at={createdAt} exact />],
          [t`ID`, <CopyText key="id" text={id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}

function Members({ workspace: { members } }: { workspace: AdminWorkspace }) {
  const { t, i18n } = useLingui();
  const columns: Column<AdminWorkspace["members"][number]>[] = [
    { key: "name", header: t`Name`, cell: (person) => <PersonLink person={person} strong /> },
    { key: "role", header: t`Role`, cell: ({ role }) => wordRole(i18n, role) },
  ];
  return (
    <Card title={<Plural value={members.length} one="# member" other="# members" />} flush>
      <Table caption={t`Members`} columns={columns} rows={members} rowKey={({ id }) => id} />
    </Card>
  );
}
