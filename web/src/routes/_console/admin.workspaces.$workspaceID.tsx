import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { StaffLimitsCard } from "../../features/billing/staff-limits-card.tsx";
import { UserLink } from "../../features/admin/user-link.tsx";
import { WorkspaceMembersCard } from "../../features/admin/workspace-roles/workspace-members-card.tsx";
import { WorkspaceActions } from "../../features/admin/workspace-actions.tsx";
import { BalanceCard } from "../../features/billing/staff/balance-card.tsx";
import { WorkspaceStatusBadge } from "../../features/admin/workspace-labels.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";

export const Route = createFileRoute("/_console/admin/workspaces/$workspaceID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.workspace.view"),
  loader: ({ context, params: { workspaceID } }) =>
    prefetch(
      context.queryClient,
      endpointQuery(adminWorkspaces.view, { path: { adminWorkspace: workspaceID } }),
    ),
  component: AdminWorkspacePage,
});

function AdminWorkspacePage() {
  const { workspaceID } = Route.useParams();
  const result = usePageQuery(
    endpointQuery(adminWorkspaces.view, { path: { adminWorkspace: workspaceID } }),
  );
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={({ status }) => <WorkspaceStatusBadge status={status} />}
      summary={(workspace) => <WorkspaceSummary workspace={workspace} />}
      actions={(workspace) => <WorkspaceActions workspace={workspace} />}
    >
      {(workspace) => (
        <Columns
          main={
            <>
              <SuspensionNotice workspace={workspace} />
              <WorkspaceMembersCard workspace={workspace} />
              <StaffLimitsCard workspace={workspace} />
            </>
          }
          aside={
            <>
              <BalanceCard workspace={workspace} />
              <WorkspaceDetailsCard workspace={workspace} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function WorkspaceSummary({ workspace }: { workspace: AdminWorkspace }) {
  const { handle, createdAt, status, restorableUntil } = workspace;
  return (
    <Facts
      items={[
        handle,
        <Trans key="created">
          created <RelativeTime at={createdAt} />
        </Trans>,
        status === "deactivated" && restorableUntil !== null && (
          <Trans key="restorable">
            can be restored until <RelativeTime at={restorableUntil} exact />
          </Trans>
        ),
      ]}
    />
  );
}

function SuspensionNotice({ workspace: { suspension } }: { workspace: AdminWorkspace }) {
  if (suspension === null) return null;
  return (
    <Callout tone="warn">
      <p>
        <strong>
          <Trans>
            Suspended since <RelativeTime at={suspension.since} exact />
          </Trans>
        </strong>
      </p>
      <p>
        {suspension.reason === "overdue" ? <Trans>An invoice is overdue.</Trans> : suspension.note}
      </p>
    </Callout>
  );
}

function WorkspaceDetailsCard({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useLingui();
  const { id, handle, owner, instanceCount, projectCount, createdAt } = workspace;
  return (
    <Card title={t`Workspace`}>
      <DescriptionList
        pairs={[
          [t`Handle`, handle],
          [t`Owner`, owner === null ? "–" : <UserLink key="owner" user={owner} />],
          [t`Instances`, instanceCount],
          [t`Projects`, projectCount],
          [t`Created`, <RelativeTime key="created" at={createdAt} exact />],
          [t`ID`, <CopyText key="id" text={id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}
