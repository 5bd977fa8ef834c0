/** The projects of a workspace as a map: what runs where now, and what it cost the last thirty days. */
import { Trans, useLingui } from "@lingui/react/macro";
import { projects } from "#contracts/projects.ts";
import { StaleNote } from "../../blocks/detail-page.tsx";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { query } from "../../lib/client.ts";
import { Card, Stack } from "../../ui/card.tsx";
import { Bone, Empty } from "../../ui/notices.tsx";
import { MapTree } from "./map-tree.tsx";
import { SpendCard } from "./spend-card.tsx";

export default function ProjectMap({ workspace }: { workspace: string }) {
  const { t } = useLingui();
  const result = usePageQuery(query(projects.graph, { path: { workspace } }));
  const graph = result.data;
  if (graph === undefined)
    return result.error === null ? <MapBones /> : <StaleNote result={result} />;
  if (graph.projects.length === 0)
    return (
      <Card flush>
        <Empty title={t`No projects yet`}>
          <Trans>Projects you have access to appear here with their instances.</Trans>
        </Empty>
      </Card>
    );
  return (
    <>
      <StaleNote result={result} />
      <Stack>
        <MapTree workspace={workspace} projects={graph.projects} />
        <SpendCard workspace={workspace} graph={graph} />
      </Stack>
    </>
  );
}

export const MapBones = () => (
  <div aria-busy="true">
    <Stack>
      <Card>
        <Bone width="30%" />
        <Bone height={180} />
      </Card>
      <Card>
        <Bone width="30%" />
        <Bone height={220} />
      </Card>
    </Stack>
  </div>
);
