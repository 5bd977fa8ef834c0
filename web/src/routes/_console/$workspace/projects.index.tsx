import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { type Project, projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { ActionLink } from "../../../blocks/action-link.tsx";
import { TablePage } from "../../../blocks/table-page.tsx";
import { preload, query } from "../../../lib/client.ts";
import { ratePerHour, wholeNumber } from "../../../lib/format.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useManner } from "../../../lib/i18n.ts";
import { type SearchOf, searchOf } from "../../../lib/search.ts";
import { usePageTitle } from "../../../lib/use-page-title.ts";
import { useQuiet } from "../../../lib/use-quiet.ts";
import { lazyPart } from "../../../lib/missing-code.ts";
import { ProjectName } from "../../../parts/projects/colour.tsx";
import { ViewSwitch } from "../../../parts/projects/view-switch.tsx";
import { Time } from "../../../ui/facts.tsx";
import { Bone } from "../../../ui/notices.tsx";
import { PageHead, ThumbBar } from "../../../ui/page.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, NameCell } from "../../../ui/table.tsx";

const ProjectMap = lazyPart(() => import("../../../parts/projects/project-map.tsx"));

const readList = searchOf<typeof projects.list>(projects.list);
type ProjectsSearch = SearchOf<typeof projects.list> & { readonly view?: "map" | undefined };

export const Route = createFileRoute("/_console/$workspace/projects/")({
  validateSearch: (search: Record<string, unknown>): ProjectsSearch =>
    search["view"] === "map" ? { view: "map" } : readList(search),
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps: { view, ...listed } }) => {
    const path = { workspace };
    if (view === "map") preload(context.queryClient, query(projects.graph, { path }));
    else preload(context.queryClient, query(projects.list, { path, query: listed }));
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
      <PageHead
        title={t`Projects`}
        facts={<Facts workspace={workspace} />}
        actions={<ViewSwitch workspace={workspace} view="map" />}
        primary={<AddLink workspace={workspace} />}
      />
      <Suspense fallback={<Bone height={320} />}>
        <ProjectMap workspace={workspace} />
      </Suspense>
      <ThumbBar>
        <AddLink workspace={workspace} />
      </ThumbBar>
    </>
  );
}

function ProjectList({
  workspace,
  search,
}: {
  workspace: string;
  search: SearchOf<typeof projects.list>;
}) {
  const { t } = useLingui();
  const manner = useManner();
  const columns: Column<Project>[] = [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, colour, description, isDefault }) => (
        <NameCell {...(description === "" ? {} : { second: description })}>
          <Link
            to="/$workspace/projects/$projectID/instances"
            params={{ workspace, projectID: id }}
          >
            <ProjectName name={name} colour={colour} />
          </Link>{" "}
          {isDefault && <Badge>{t`Default`}</Badge>}
        </NameCell>
      ),
    },
    {
      key: "machines",
      header: t`Instances`,
      end: true,
      cell: ({ instanceCount }) => wholeNumber(instanceCount, manner),
    },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      cell: ({ rateMicrosPerHour }) => ratePerHour(rateMicrosPerHour),
    },
    { key: "by", header: t`Created by`, cell: ({ createdBy }) => createdBy.name },
    {
      key: "created",
      header: t`Created`,
      sort: "createdAt",
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  return (
    <TablePage
      title={t`Projects`}
      facts={<Facts workspace={workspace} />}
      call={projects.list}
      query={query(projects.list, { path: { workspace }, query: search })}
      search={search}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name or description`}
      actions={<ViewSwitch workspace={workspace} view="list" />}
      primary={<AddLink workspace={workspace} />}
      empty={{
        title: t`No projects yet`,
        text: t`Projects group instances for lists, member access, and invoices.`,
      }}
    />
  );
}

function AddLink({ workspace }: { workspace: string }) {
  return (
    <ActionLink
      permission="project.create"
      tone="primary"
      icon="plus"
      link={<Link to="/$workspace/projects/add" params={{ workspace }} />}
    >
      <Trans>Create project</Trans>
    </ActionLink>
  );
}

function Facts({ workspace }: { workspace: string }) {
  const quiet = useQuiet();
  const { data } = useQuery({
    ...query(workspaces.overview, { path: { workspace } }),
    enabled: quiet,
  });
  if (data === undefined || data.projects === null) return "\u00a0";
  const { projects: count } = data;
  const machines = data.instances?.total ?? 0;
  return (
    <Trans>
      <b>{count}</b> <Plural value={count} one="project" other="projects" /> with <b>{machines}</b>{" "}
      <Plural value={machines} one="instance" other="instances" />
    </Trans>
  );
}
