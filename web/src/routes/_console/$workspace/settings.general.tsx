import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { workspaces } from "#contracts/workspaces.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { LeaveWorkspaceCard } from "../../../features/members/leave-workspace-card.tsx";
import { DefaultWorkspaceCard } from "../../../features/workspaces/default-workspace-card.tsx";
import { DeactivateWorkspaceCard } from "../../../features/workspaces/deactivate-workspace-card.tsx";
import { ReadOnlyGeneral } from "../../../features/workspaces/read-only-general.tsx";
import { GeneralForm } from "../../../features/workspaces/general-form.tsx";
import { Columns } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";

export const Route = createFileRoute("/_console/$workspace/settings/general")({
  beforeLoad: ({ context }) => requirePermission(context.role, "workspace.view"),
  loader: ({ context, params: { workspace } }) =>
    prefetch(context.queryClient, endpointQuery(workspaces.view, { path: { workspace } })),
  component: General,
});

function General() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const mayChange = useHasPermission("workspace.update");
  const result = usePageQuery(endpointQuery(workspaces.view, { path: { workspace } }));
  return (
    <DetailPage
      result={result}
      title={() => t`General`}
      summary={({ createdAt }) => (
        <Trans>
          Created <RelativeTime at={createdAt} exact />
        </Trans>
      )}
    >
      {(shown) => (
        <Columns
          main={
            mayChange ? <GeneralForm workspace={shown} /> : <ReadOnlyGeneral workspace={shown} />
          }
          aside={
            <>
              <DefaultWorkspaceCard />
              <LeaveWorkspaceCard />
              <DeactivateWorkspaceCard />
            </>
          }
        />
      )}
    </DetailPage>
  );
}
