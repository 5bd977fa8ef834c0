import { createFileRoute } from "@tanstack/react-router";
import { projects } from "#contracts/projects.ts";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload } from "../../../lib/client.ts";
import { useCan } from "../../../lib/permissions.ts";
import { searchOf } from "../../../lib/search.ts";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { ProjectMachines } from "../../../parts/projects/project-machines.tsx";
import { projectMachines } from "../../../parts/projects/project-machines-query.ts";
import { projectQuery } from "../../../parts/projects/project-query.ts";
import { ThumbBar } from "../../../ui/page.tsx";

export const Route = createFileRoute("/_console/$workspace/projects/$projectID/instances")({
  validateSearch: searchOf<typeof projects.list>(projects.list),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, role }, params: { workspace, projectID }, deps }) => {
    if (role.workspaceRole.permissions.includes("instance.view"))
      preload(queryClient, projectMachines(workspace, projectID, deps));
  },
  component: ProjectInstances,
});

function ProjectInstances() {
  const { workspace, projectID } = Route.useParams();
  const search = Route.useSearch();
  const maySee = useCan("instance.view");
  const { data: project } = usePageQuery(projectQuery(workspace, projectID));
  if (project === undefined) return null;
  return (
    <>
      {maySee && <ProjectMachines workspace={workspace} project={project} search={search} />}
      <ThumbBar>
        <CreateLink workspace={workspace} project={projectID} />
      </ThumbBar>
    </>
  );
}
