import { Plural, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type Overview, workspaces } from "#contracts/workspaces.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { useCan } from "../../../lib/permissions.ts";
import { CostCard } from "../../../parts/home/cost-card.tsx";
import { FirstSteps } from "../../../parts/home/first-steps.tsx";
import { MachinesCard } from "../../../parts/home/machines-card.tsx";
import { RecentCard } from "../../../parts/home/recent-card.tsx";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { MachineFacts } from "../../../parts/instances/machine-facts.tsx";
import { Columns } from "../../../ui/card.tsx";
import { pageStyles, ThumbBar } from "../../../ui/page.tsx";

export const Route = createFileRoute("/_console/$workspace/")({
  loader: ({ context, params: { workspace } }) =>
    preload(context.queryClient, query(workspaces.overview, { path: { workspace } })),
  component: Home,
});

function Home() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const mayCreate = useCan("instance.create");
  const result = usePageQuery(query(workspaces.overview, { path: { workspace } }));
  return (
    <DetailPage
      result={result}
      title={() => t`Overview`}
      facts={(overview) => <Facts overview={overview} />}
      actions={({ instances }) =>
        mayCreate && instances !== null && instances.total > 0 ? (
          <span className={pageStyles["onlyWide"]}>
            <CreateLink workspace={workspace} />
          </span>
        ) : undefined
      }
    >
      {(overview) => (
        <>
          <Parts workspace={workspace} overview={overview} />
          {mayCreate && overview.instances !== null && overview.instances.total > 0 && (
            <ThumbBar>
              <CreateLink workspace={workspace} />
            </ThumbBar>
          )}
        </>
      )}
    </DetailPage>
  );
}

function Facts({ overview: { instances, members } }: { overview: Overview }) {
  if (instances !== null && instances.total > 0) return <MachineFacts machines={instances} />;
  return <Plural value={members} one="# person" other="# people" />;
}

function Parts({ workspace, overview }: { workspace: string; overview: Overview }) {
  const { instances, credentials, expenditure, recent } = overview;
  const mayCreate = useCan("instance.create");
  const isEmpty = instances?.total === 0;
  const cost = <CostCard instances={instances} expenditure={expenditure} />;
  // A role that sees nothing but the bill has it in the first place.
  if (instances === null && recent.length === 0) return <Columns main={cost} side={null} />;
  return (
    <Columns
      main={
        <>
          {isEmpty && mayCreate && (
            <FirstSteps workspace={workspace} hasKey={(credentials ?? 0) > 0} />
          )}
          {instances !== null && !(isEmpty && mayCreate) && (
            <MachinesCard workspace={workspace} machines={instances} />
          )}
          <RecentCard workspace={workspace} recent={recent} />
        </>
      }
      side={cost}
    />
  );
}
