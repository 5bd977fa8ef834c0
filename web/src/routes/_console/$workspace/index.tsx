import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type Overview, workspaces } from "#contracts/workspaces.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { useDismissed } from "../../../lib/browser/dismissed-panels.ts";
import { useHasPermission, useWorkspace } from "../../../lib/session/permissions.ts";
import { AttentionCard } from "../../../features/home/attention-card.tsx";
import { CostCard } from "../../../features/home/cost-card.tsx";
import { OnboardingChecklist } from "../../../features/home/onboarding-checklist.tsx";
import { HomeColumns } from "../../../features/home/home-columns.tsx";
import { InstancesCard } from "../../../features/home/instances-card.tsx";
import { RecentActivityCard } from "../../../features/home/recent-activity-card.tsx";
import { isComplete, useChecklist } from "../../../features/home/checklist.ts";
import { CreateLink } from "../../../features/instances/shared/create-link.tsx";
import { InstancesSummary } from "../../../features/instances/instances-summary.tsx";
import { Button } from "../../../ui/button.tsx";
import { pageStyles, BottomActionBar } from "../../../ui/page.tsx";

export const Route = createFileRoute("/_console/$workspace/")({
  loader: ({ context, params: { workspace } }) =>
    prefetch(context.queryClient, endpointQuery(workspaces.overview, { path: { workspace } })),
  component: Home,
});

function Home() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const { workspaceId } = useWorkspace();
  const mayCreate = useHasPermission("instance.create");
  const [hidden, setHidden] = useDismissed(`first-steps ${workspaceId}`);
  const result = usePageQuery(endpointQuery(workspaces.overview, { path: { workspace } }));
  // The onboarding checklist already offers it.
  const offersCreate = ({ instances }: Overview) =>
    mayCreate && instances !== null && (instances.total > 0 || hidden);
  return (
    <DetailPage
      result={result}
      title={() => t`Overview`}
      summary={(overview) => <HomeSummary overview={overview} />}
      actions={(overview) =>
        offersCreate(overview) ? (
          <span className={pageStyles["desktopOnly"]}>
            <CreateLink workspace={workspace} />
          </span>
        ) : undefined
      }
    >
      {(overview) => (
        <>
          <HomeSections
            workspace={workspace}
            overview={overview}
            hidden={hidden}
            onHide={setHidden}
          />
          {offersCreate(overview) && (
            <BottomActionBar>
              <CreateLink workspace={workspace} />
            </BottomActionBar>
          )}
        </>
      )}
    </DetailPage>
  );
}

function HomeSummary({ overview: { instances, members } }: { overview: Overview }) {
  if (instances !== null && instances.total > 0) return <InstancesSummary instances={instances} />;
  // Not every role may see the number of members.
  return members === null ? "\u00a0" : <Plural value={members} one="# member" other="# members" />;
}

interface HomeSectionsProps {
  readonly workspace: string;
  readonly overview: Overview;
  /** The user dismissed the onboarding checklist. */
  readonly hidden: boolean;
  readonly onHide: (hidden: boolean) => void;
}

function HomeSections({ workspace, overview, hidden, onHide }: HomeSectionsProps) {
  const { instances, attention, recent } = overview;
  const steps = useChecklist(overview);
  const isNew = steps.instance === false && instances?.total === 0;
  const isLeft = !isComplete(steps);
  const firstSteps = isLeft && !hidden && (
    <OnboardingChecklist
      workspace={workspace}
      steps={steps}
      showsDone={isNew}
      onHide={() => onHide(true)}
    />
  );
  const attentionCard = attention.length > 0 && (
    <AttentionCard workspace={workspace} attention={attention} />
  );
  const activity = recent.length > 0 && (
    <RecentActivityCard workspace={workspace} recent={recent} />
  );
  // The steps are the content of a new workspace: it has no cost and no instances to show.
  if (isNew && firstSteps !== false)
    return (
      <HomeColumns
        top={
          <>
            {attentionCard}
            {firstSteps}
          </>
        }
        aside={activity}
      />
    );
  return (
    <HomeColumns
      top={
        <>
          {attentionCard}
          <CostCard workspace={workspace} overview={overview} />
        </>
      }
      aside={
        <>
          {instances !== null && instances.total > 0 && (
            <InstancesCard workspace={workspace} instances={instances} />
          )}
          {firstSteps}
        </>
      }
      bottom={
        <>
          {activity}
          {isLeft && hidden && (
            <p>
              <Button tone="subtle" onClick={() => onHide(false)}>
                <Trans>Show setup steps</Trans>
              </Button>
            </p>
          )}
        </>
      }
    />
  );
}
