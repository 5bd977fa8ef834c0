import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { type Project, projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useCreatedColumns } from "../../../components/created-columns.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { formatHourlyRate, formatInteger } from "../../../lib/i18n/format.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { type EndpointSearchParams, validateSearchFor } from "../../../lib/api/search-params.ts";
import { usePageTitle } from "../../../lib/hooks/use-page-title.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { ProjectName } from "../../../components/project-colour.tsx";
import { ClampedDescription } from "../../../features/projects/project-description.tsx";
import { ProjectViewSwitch } from "../../../features/projects/project-view-switch.tsx";
import { CreateLink } from "../../../shell/create-link.tsx";
import { Skeleton } from "../../../ui/feedback.tsx";
import { PageHeader, BottomActionBar } from "../../../ui/page.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, NameCell } from "../../../ui/table.tsx";

const ProjectMap = lazyPart(() => import("../../../features/projects/project-map.tsx"));

const validateListSearch = validateSearchFor<typeof projects.list>(projects.list);
type ProjectsSearch = EndpointSearchParams<typeof projects.list> & {
  readonly view?: "map" | undefined;
};

export const Route = createFileRoute("/_console/$workspace/projects/")({
  validateSearch: (search: Record<string, unknown>): ProjectsSearch =>
    search["view"] === "map" ? { view: "map" } : validateListSearch(search),
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps: { view, ...listed } }) => {
    const path = { workspace };
    if (view === "map") prefetch(context.queryClient, endpointQuery(projects.graph, { path }));
    else prefetch(context.queryClient, endpointQuery(projects.list, { path, query: listed }));
  },
  component: Projects,
});

function Projects() {
  const { workspace } = Route.useParams();
  const { view, ...search } = Route.useSearch();
  return view === "map" ? (
    <ProjectsMap workspace={workspace} />
  ) : (
    <ProjectList workspace={workspace} search={search} />
  );
}

function ProjectsMap({ workspace }: { workspace: string }) {
  const { t } = useLingui();
  usePageTitle(t`Projects`);
  return (
    <>
      <PageHeader
        title={t`Projects`}
        summary={<ProjectsSummary workspace={workspace} />}
        actions={<ProjectViewSwitch workspace={workspace} view="map" />}
        primary={<CreateLink page="/$workspace/projects" />}
      />
      <Suspense fallback={<Skeleton height={320} />}>
        <ProjectMap workspace={workspace} />
      </Suspense>
      <BottomActionBar>
        <CreateLink page="/$workspace/projects" />
      </BottomActionBar>
    </>
  );
}

function ProjectList({
  workspace,
  search,
}: {
  workspace: string;
  search: EndpointSearchParams<typeof projects.list>;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const columns: Column<Project>[] = [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, colour, description, isDefault }) => (
        <NameCell
          {...(description === "" ? {} : { subtitle: <ClampedDescription text={description} /> })}
        >
          <Link
            to="/$workspace/projects/$projectID/instances"
            params={{ workspace, projectID: id }}
          >
            <ProjectName name={name} colour={colour} />
          </Link>{" "}
          {isDefault && name !== t`Default` && <Badge>{t`Default`}</Badge>}
        </NameCell>
      ),
    },
    {
      key: "machines",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: ({ instanceCount }) => formatInteger(instanceCount, localeSettings),
    },
    {
      key: "rate",
      header: t`Per hour`,
      card: "labeled",
      end: true,
      cell: ({ rateMicrosPerHour }) => formatHourlyRate(rateMicrosPerHour),
    },
    ...useCreatedColumns<Project>(),
  ];
  return (
    <TablePage
      title={t`Projects`}
      facts={<ProjectsSummary workspace={workspace} />}
      call={projects.list}
      defaultOrder="name"
      query={endpointQuery(projects.list, { path: { workspace }, query: search })}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name or description`}
      actions={<ProjectViewSwitch workspace={workspace} view="list" />}
      primary={<CreateLink page="/$workspace/projects" />}
      empty={{
        title: t`No projects yet`,
        text: t`Projects group instances for lists, member access, and invoices.`,
      }}
    />
  );
}

function ProjectsSummary({ workspace }: { workspace: string }) {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(workspaces.overview, { path: { workspace } }),
    enabled: isSettled,
  });
  if (data === undefined || data.projects === null) return "\u00a0";
  const { projects: count } = data;
  const instances = data.instances?.total ?? 0;
  return (
    <Trans>
      <b>{count}</b> <Plural value={count} one="project" other="projects" /> with <b>{instances}</b>{" "}
      <Plural value={instances} one="instance" other="instances" />
    </Trans>
  );
}
