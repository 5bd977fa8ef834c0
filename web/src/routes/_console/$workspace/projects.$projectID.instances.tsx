import { createFileRoute } from "@tanstack/react-router";
import { instances } from "#contracts/instances.ts";
import { Suspense } from "react";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { hasPermission, useHasPermission } from "../../../lib/session/permissions.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { CreateLink } from "../../../features/instances/shared/create-link.tsx";
import { ProjectInstances } from "../../../features/projects/project-instances.tsx";
import { projectInstancesQuery } from "../../../features/projects/project-instances-query.ts";
import { WholeDescription } from "../../../features/projects/project-description.tsx";
import { projectQuery } from "../../../features/projects/project-query.ts";
import { BottomActionBar } from "../../../ui/page.tsx";

const ProjectSpend = lazyPart(() => import("../../../features/projects/project-spend.tsx"));

export const Route = createFileRoute("/_console/$workspace/projects/$projectID/instances")({
  validateSearch: validateSearchFor<typeof instances.list>(instances.list),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, role }, params: { workspace, projectID }, deps }) => {
    if (hasPermission(role, "instance.view"))
      prefetch(queryClient, projectInstancesQuery(workspace, projectID, deps));
  },
  component: ProjectInstancesPage,
});

function ProjectInstancesPage() {
  const { workspace, projectID } = Route.useParams();
  const search = Route.useSearch();
  const isSettled = useInitialQueriesSettled();
  const maySee = useHasPermission("instance.view");
  const { data: project } = usePageQuery(projectQuery(workspace, projectID));
  if (project === undefined) return null;
  return (
    <>
      {project.description !== "" && <WholeDescription text={project.description} />}
      {maySee && <ProjectInstances workspace={workspace} project={project} search={search} />}
      {isSettled && (
        <Suspense>
          <ProjectSpend workspace={workspace} project={project} />
        </Suspense>
      )}
      <BottomActionBar>
        <CreateLink workspace={workspace} project={projectID} />
      </BottomActionBar>
    </>
  );
}
