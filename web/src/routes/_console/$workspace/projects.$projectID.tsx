import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type Project, projects } from "#contracts/projects.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useCan } from "../../../lib/permissions.ts";
import { searchOf } from "../../../lib/search.ts";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { ColourDot } from "../../../parts/projects/colour.tsx";
import { ProjectMachines } from "../../../parts/projects/project-machines.tsx";
import { projectMachines } from "../../../parts/projects/project-machines-query.ts";
import { Time } from "../../../ui/facts.tsx";
import { pageStyles, ThumbBar } from "../../../ui/page.tsx";
import { Badge } from "../../../ui/status.tsx";

const projectQuery = (workspace: string, project: string) =>
  query(projects.view, { path: { workspace, project } });

export const Route = createFileRoute("/_console/$workspace/projects/$projectID")({
  validateSearch: searchOf<typeof projects.list>(projects.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, role }, params: { workspace, projectID }, deps }) => {
    preload(queryClient, projectQuery(workspace, projectID));
    if (role.workspaceRole.permissions.includes("instance.view"))
      preload(queryClient, projectMachines(workspace, projectID, deps));
  },
  component: ProjectPage,
});

function ProjectPage() {
  const { t } = useLingui();
  const { workspace, projectID } = Route.useParams();
  const search = Route.useSearch();
  const maySeeMachines = useCan("instance.view");
  const result = usePageQuery(projectQuery(workspace, projectID));
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={({ colour, isDefault }) => (
        <>
          <ColourDot colour={colour} />
          {isDefault && <Badge>{t`Default`}</Badge>}
        </>
      )}
      facts={(project) => <Facts project={project} />}
      actions={() => (
        <span className={pageStyles["onlyWide"]}>
          <CreateLink workspace={workspace} project={projectID} />
        </span>
      )}
    >
      {() => (
        <>
          {maySeeMachines && (
            <ProjectMachines workspace={workspace} projectId={projectID} search={search} />
          )}
          <ThumbBar>
            <CreateLink workspace={workspace} project={projectID} />
          </ThumbBar>
        </>
      )}
    </DetailPage>
  );
}

function Facts({
  project: { description, instanceCount, createdBy, createdAt },
}: {
  project: Project;
}) {
  return (
    <>
      {description !== "" && <>{description} · </>}
      <Trans>
        <b>{instanceCount}</b> <Plural value={instanceCount} one="machine" other="machines" /> ·
        created by {createdBy.name} <Time at={createdAt} />
      </Trans>
    </>
  );
}
