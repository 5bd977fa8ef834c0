import { createFileRoute } from "@tanstack/react-router";
import { usePageQuery } from "../../../components/page-error.tsx";
import { ProjectBudgetCard } from "../../../features/billing/shared/project-budget-card.tsx";
import { DeleteProject } from "../../../features/projects/delete-project.tsx";
import { ProjectDetails } from "../../../features/projects/project-details.tsx";
import { projectQuery } from "../../../features/projects/project-query.ts";
import { Stack } from "../../../ui/card.tsx";
import { pageStyles } from "../../../ui/page.tsx";

export const Route = createFileRoute("/_console/$workspace/projects/$projectID/settings")({
  component: ProjectSettings,
});

function ProjectSettings() {
  const { workspace, projectID } = Route.useParams();
  const { data: project } = usePageQuery(projectQuery(workspace, projectID));
  if (project === undefined) return null;
  return (
    <div className={pageStyles["narrow"]}>
      <Stack>
        <ProjectDetails key={project.id} workspace={workspace} project={project} />
        <ProjectBudgetCard workspace={workspace} project={project} isManaged />
        <DeleteProject workspace={workspace} project={project} />
      </Stack>
    </div>
  );
}
