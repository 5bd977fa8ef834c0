import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type Instance, instances } from "#contracts/instances.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { TablePage } from "../../../blocks/table-page.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useCan } from "../../../lib/permissions.ts";
import { type SearchOf, searchOf } from "../../../lib/search.ts";
import { useQuiet } from "../../../lib/use-quiet.ts";
import { CreateLink } from "../../../parts/instances/create-link.tsx";
import { useMachineColumns } from "../../../parts/instances/machine-columns.tsx";
import { MachineFacts } from "../../../parts/instances/machine-facts.tsx";
import { MachineFilters } from "../../../parts/instances/machine-filters.tsx";
import { useMachineMenu } from "../../../parts/instances/machine-menu.tsx";
import { useMoves } from "../../../parts/projects/use-moves.tsx";
import { Button } from "../../../ui/button.tsx";

/** With nothing filtered, this is the very address the server has the browser preload. */
const listQuery = (workspace: string, search: SearchOf<typeof instances.list>) =>
  query(instances.list, {
    path: { workspace },
    query: { ...search, page: search.page ?? "1", perPage: search.perPage ?? "15" },
  });

export const Route = createFileRoute("/_console/$workspace/instances/")({
  validateSearch: searchOf<typeof instances.list>(instances.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "instance.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    preload(context.queryClient, listQuery(params.workspace, deps)),
  component: Instances,
});

function Instances() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const quiet = useQuiet();
  const { data: overview } = useQuery({
    ...query(workspaces.overview, { path: { workspace } }),
    enabled: quiet,
  });
  const mayMove = useCan("project.assign");
  const moves = useMoves(workspace);
  const menu = useMachineMenu(workspace, moves.choose);
  const columns = useMachineColumns(workspace);
  const bulk = (chosen: readonly Instance[]) => (
    <Button icon="folder" onClick={() => moves.choose(chosen)}>
      <Trans>Move to project</Trans>
    </Button>
  );
  const terminated = overview?.instances?.byStatus["terminated"] ?? 0;
  return (
    <>
      <TablePage
        title={t`Instances`}
        facts={<MachineFacts machines={overview?.instances} />}
        call={instances.list}
        query={listQuery(workspace, search)}
        search={search}
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ hostname }) => hostname}
        searchLabel={t`Search by name, IP address, or ID`}
        filters={<MachineFilters workspace={workspace} search={search} />}
        menu={menu}
        bulk={mayMove ? bulk : undefined}
        primary={<CreateLink workspace={workspace} />}
        empty={{
          title: t`No instances yet`,
          text: t`Instances are ready a few minutes after you create them. From then on, they're billed per second.`,
          docs: terminated > 0 && (
            <Link
              to="/$workspace/instances"
              params={{ workspace }}
              search={{ status: "terminated" }}
            >
              {t`Show terminated instances`}
            </Link>
          ),
        }}
      />
      {moves.dialog}
    </>
  );
}
