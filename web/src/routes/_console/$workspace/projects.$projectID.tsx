import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, Outlet } from "@tanstack/react-router";
import type { Project } from "#contracts/projects.ts";
import { DetailPage } from "../../../blocks/detail-page.tsx";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload } from "../../../lib/client.ts";
import { ratePerHour } from "../../../lib/format.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { AddMachines } from "../../../parts/projects/add-machines.tsx";
import { ColourDot } from "../../../parts/projects/colour.tsx";

import { projectQuery } from "../../../parts/projects/project-query.ts";
import { Time } from "../../../ui/facts.tsx";
import { pageStyles } from "../../../ui/page.tsx";
import { Badge } from "../../../ui/status.tsx";

export const Route = createFileRoute("/_console/$workspace/projects/$projectID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loader: ({ context: { queryClient }, params: { workspace, projectID } }) =>
    preload(queryClient, projectQuery(workspace, projectID)),
  component: ProjectPage,
});

function ProjectPage() {
  const { t } = useLingui();
  const params = Route.useParams();
  const { workspace, projectID } = params;
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
      actions={(project) => (
        <>
          <AddMachines workspace={workspace} project={project} />
          <span className={pageStyles["onlyWide"]}>
            <CreateLink workspace={workspace} project={projectID} />
          </span>
        </>
      )}
      tabs={
        <>
          <Link to="/$workspace/projects/$projectID/instances" params={params}>
            <Trans>Instances</Trans>
          </Link>
          <Link to="/$workspace/projects/$projectID/settings" params={params}>
            <Trans>Settings</Trans>
          </Link>
        </>
      }
    >
      {() => <Outlet />}
    </DetailPage>
  );
}

function Facts({
  project: { description, instanceCount, rateMicrosPerHour, createdBy, createdAt },
}: {
  project: Project;
}) {
  const rate = ratePerHour(rateMicrosPerHour);
  return (
    <>
      {description !== "" && <>{description} · </>}
      <Trans>
        <b>{instanceCount}</b> <Plural value={instanceCount} one="instance" other="instances" /> ·{" "}
        <b>{rate}</b>/hour · created by {createdBy.name} <Time at={createdAt} />
      </Trans>
    </>
  );
}
