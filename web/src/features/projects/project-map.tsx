/** Map of a workspace's projects: their instances, and the cost of the last thirty days. */
import { Trans, useLingui } from "@lingui/react/macro";
import { projects } from "#contracts/projects.ts";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { LearnLink } from "../../components/help-link.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { Card, Stack } from "../../ui/card.tsx";
import { Skeleton, EmptyState } from "../../ui/feedback.tsx";
import { MapTree } from "./map-tree.tsx";
import { SpendCard } from "./spend-card.tsx";

export default function ProjectMap({ workspace }: { workspace: string }) {
  const { t } = useLingui();
  const result = usePageQuery(endpointQuery(projects.graph, { path: { workspace } }));
  const graph = result.data;
  if (graph === undefined)
    return result.error === null ? <ProjectMapSkeleton /> : <StaleDataNotice result={result} />;
  if (graph.projects.length === 0)
    return (
      <Card unpadded>
        <EmptyState title={t`No projects yet`} actions={<LearnLink />}>
          <Trans>Projects you have access to appear here with their instances.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <>
      <StaleDataNotice result={result} />
      <Stack>
        <MapTree workspace={workspace} graph={graph} />
        <SpendCard workspace={workspace} graph={graph} />
      </Stack>
    </>
  );
}

export const ProjectMapSkeleton = () => (
  <div aria-busy="true">
    <Stack>
      <Card>
        <Stack>
          <Skeleton width="30%" />
          <Skeleton height={180} />
        </Stack>
      </Card>
      <Card>
        <Stack>
          <Skeleton width="30%" />
          <Skeleton height={220} />
        </Stack>
      </Card>
    </Stack>
  </div>
);
