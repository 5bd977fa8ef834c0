import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type Project, projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { ActionLink } from "../../../blocks/action-link.tsx";
import { TablePage } from "../../../blocks/table-page.tsx";
import { preload, query } from "../../../lib/client.ts";
import { wholeNumber } from "../../../lib/format.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useManner } from "../../../lib/i18n.ts";
import { searchOf } from "../../../lib/search.ts";
import { useQuiet } from "../../../lib/use-quiet.ts";
import { ProjectName } from "../../../parts/projects/colour.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Time } from "../../../ui/facts.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, NameCell } from "../../../ui/table.tsx";

export const Route = createFileRoute("/_console/$workspace/projects/")({
  validateSearch: searchOf<typeof projects.list>(projects.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "project.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    preload(context.queryClient, query(projects.list, { path: { workspace }, query: deps })),
  component: Projects,
});

function Projects() {
  const { t } = useLingui();
  const manner = useManner();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const columns: Column<Project>[] = [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, colour, description, isDefault }) => (
        <NameCell {...(description === "" ? {} : { second: description })}>
          <Link to="/$workspace/projects/$projectID" params={{ workspace, projectID: id }}>
            <ProjectName name={name} colour={colour} />
          </Link>{" "}
          {isDefault && <Badge>{t`Default`}</Badge>}
        </NameCell>
      ),
    },
    {
      key: "machines",
      header: t`Machines`,
      end: true,
      cell: ({ instanceCount }) => wholeNumber(instanceCount, manner),
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
      searchLabel={t`Name, description`}
      primary={<AddLink workspace={workspace} />}
      empty={{
        title: t`No project here`,
        text: t`A project groups machines on the list, for the people who work on them, and on the invoice.`,
      }}
    />
  );
}

function AddLink({ workspace }: { workspace: string }) {
  const words = <Trans>Add project</Trans>;
  return (
    <ActionLink
      permission="project.create"
      tone="primary"
      icon="plus"
      link={
        <Link
          to="/$workspace/projects/add"
          params={{ workspace }}
          className={buttonClass("primary")}
        >
          <Icon name="plus" />
          {words}
        </Link>
      }
    >
      {words}
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
      <Plural value={machines} one="machine" other="machines" />
    </Trans>
  );
}
