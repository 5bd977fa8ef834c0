import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { workspaces } from "#contracts/workspaces.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useCan } from "../../../lib/permissions.ts";
import { LeaveCard } from "../../../parts/members/leave-card.tsx";
import { DefaultCard } from "../../../parts/workspaces/default-card.tsx";
import { EndCard } from "../../../parts/workspaces/end-card.tsx";
import { GeneralFacts } from "../../../parts/workspaces/general-facts.tsx";
import { GeneralForm } from "../../../parts/workspaces/general-form.tsx";
import { Columns } from "../../../ui/card.tsx";
import { Time } from "../../../ui/facts.tsx";

export const Route = createFileRoute("/_console/$workspace/settings/general")({
  beforeLoad: ({ context }) => requirePermission(context.role, "workspace.view"),
  loader: ({ context, params: { workspace } }) =>
    preload(context.queryClient, query(workspaces.view, { path: { workspace } })),
  component: General,
});

function General() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const mayChange = useCan("workspace.update");
  const result = usePageQuery(query(workspaces.view, { path: { workspace } }));
  return (
    <DetailPage
      result={result}
      title={() => t`General`}
      facts={({ createdAt }) => (
        <Trans>
          Created <Time at={createdAt} exact />
        </Trans>
      )}
    >
      {(shown) => (
        <Columns
          main={mayChange ? <GeneralForm workspace={shown} /> : <GeneralFacts workspace={shown} />}
          side={
            <>
              <DefaultCard />
              <LeaveCard />
              <EndCard />
            </>
          }
        />
      )}
    </DetailPage>
  );
}
