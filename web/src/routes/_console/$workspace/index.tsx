import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type Overview, workspaces } from "#contracts/workspaces.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { useHidden } from "../../../lib/hidden-parts.ts";
import { useCan, useWorkspace } from "../../../lib/permissions.ts";
import { CostCard } from "../../../parts/home/cost-card.tsx";
import { FirstSteps } from "../../../parts/home/first-steps.tsx";
import { MachinesCard } from "../../../parts/home/machines-card.tsx";
import { RecentCard } from "../../../parts/home/recent-card.tsx";
import { isThrough, useSteps } from "../../../parts/home/steps.ts";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { MachineFacts } from "../../../parts/instances/machine-facts.tsx";
import { Button } from "../../../ui/button.tsx";
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
  const { workspaceId } = useWorkspace();
  const mayCreate = useCan("instance.create");
  const [hidden, setHidden] = useHidden(`first-steps ${workspaceId}`);
  const result = usePageQuery(query(workspaces.overview, { path: { workspace } }));
  // Among the first steps the same is offered already.
  const offersCreate = ({ instances }: Overview) =>
    mayCreate && instances !== null && (instances.total > 0 || hidden);
  return (
    <DetailPage
      result={result}
      title={() => t`Overview`}
      facts={(overview) => <Facts overview={overview} />}
      actions={(overview) =>
        offersCreate(overview) ? (
          <span className={pageStyles["onlyWide"]}>
            <CreateLink workspace={workspace} />
          </span>
        ) : undefined
      }
    >
      {(overview) => (
        <>
          <Parts workspace={workspace} overview={overview} hidden={hidden} onHide={setHidden} />
          {offersCreate(overview) && (
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
  // Who is in it is not for every role.
  return members === null ? "\u00a0" : <Plural value={members} one="# member" other="# members" />;
}

interface PartsProps {
  readonly workspace: string;
  readonly overview: Overview;
  /** The first steps were put away. */
  readonly hidden: boolean;
  readonly onHide: (hidden: boolean) => void;
}

function Parts({ workspace, overview, hidden, onHide }: PartsProps) {
  const { instances, expenditure, recent } = overview;
  const steps = useSteps(overview);
  const isEmpty = steps.instance === false && instances?.total === 0;
  const isLeft = !isThrough(steps);
  const firstSteps = isLeft && !hidden && (
    <FirstSteps workspace={workspace} steps={steps} onHide={() => onHide(true)} />
  );
  return (
    <Columns
      main={
        <>
          {isEmpty && firstSteps}
          {instances !== null && !(isEmpty && firstSteps !== false) && (
            <MachinesCard workspace={workspace} machines={instances} />
          )}
          {instances === null && <CostCard instances={instances} expenditure={expenditure} />}
          <RecentCard workspace={workspace} recent={recent} />
          {!isEmpty && firstSteps}
          {isLeft && hidden && (
            <p>
              <Button tone="quiet" onClick={() => onHide(false)}>
                <Trans>Show setup steps</Trans>
              </Button>
            </p>
          )}
        </>
      }
      // A role that sees nothing but the bill has it in the first place.
      side={
        instances === null ? null : <CostCard instances={instances} expenditure={expenditure} />
      }
    />
  );
}
