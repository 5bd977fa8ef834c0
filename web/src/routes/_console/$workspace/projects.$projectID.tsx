import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, Outlet } from "@tanstack/react-router";
import type { Project } from "#contracts/projects.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { formatHourlyRate } from "../../../lib/i18n/format.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { CreateLink } from "../../../features/instances/shared/create-link.tsx";
import { AddInstances } from "../../../features/projects/add-instances.tsx";
import { ColourDot } from "../../../components/project-colour.tsx";

import { projectQuery } from "../../../features/projects/project-query.ts";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { pageStyles } from "../../../ui/page.tsx";
import { Badge } from "../../../ui/status.tsx";

export const Route = createFileRoute("/_console/$workspace/projects/$projectID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loader: ({ context: { queryClient }, params: { workspace, projectID } }) =>
    prefetch(queryClient, projectQuery(workspace, projectID)),
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
      summary={(project) => <ProjectSummary project={project} />}
      actions={(project) => (
        <>
          <AddInstances workspace={workspace} project={project} />
          <span className={pageStyles["desktopOnly"]}>
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

function ProjectSummary({
  project: { description, instanceCount, rateMicrosPerHour, createdBy, createdAt },
}: {
  project: Project;
}) {
  const rate = formatHourlyRate(rateMicrosPerHour);
  return (
    <Facts
      items={[
        description,
        <Trans key="instances">
          <b>{instanceCount}</b> <Plural value={instanceCount} one="instance" other="instances" />
        </Trans>,
        <Trans key="rate">
          <b>{rate}</b>/hour
        </Trans>,
        <Trans key="created">
          created by {createdBy.name} <RelativeTime at={createdAt} />
        </Trans>,
      ]}
    />
  );
}
