import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { instances } from "#contracts/instances.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { SavedViews } from "../../../components/saved-views.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { type EndpointSearchParams, validateSearchFor } from "../../../lib/api/search-params.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { CreateLink } from "../../../features/instances/shared/create-link.tsx";
import { KeptCartLink } from "../../../features/instances/shared/cart-link.tsx";
import { useInstanceColumns } from "../../../features/instances/shared/instance-columns.tsx";
import {
  ExportInstances,
  InstancesExportLimit,
} from "../../../features/instances/export-instances.tsx";
import { InstancesSummary } from "../../../features/instances/instances-summary.tsx";
import { InstanceFilters } from "../../../features/instances/instance-filters.tsx";
import { useInstanceMenu } from "../../../features/instances/shared/instance-menu.tsx";
import { useBulkActions } from "../../../features/instances/shared/use-bulk-actions.tsx";
import { useWaitingTabs } from "../../../features/queue/shared/use-waiting-tabs.tsx";
import { useMoveInstances } from "../../../features/instances/shared/use-move-instances.tsx";

/** Without filters, its URL equals the one that the server preloads. */
const listQuery = (workspace: string, search: EndpointSearchParams<typeof instances.list>) =>
  endpointQuery(instances.list, {
    path: { workspace },
    query: { ...search, page: search.page ?? "1", perPage: search.perPage ?? "15" },
  });

export const Route = createFileRoute("/_console/$workspace/instances/")({
  validateSearch: validateSearchFor<typeof instances.list>(instances.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "instance.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prefetch(context.queryClient, listQuery(params.workspace, deps)),
  component: Instances,
});

function Instances() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const query = listQuery(workspace, search);
  const isSettled = useInitialQueriesSettled();
  const { data: overview } = useQuery({
    ...endpointQuery(workspaces.overview, { path: { workspace } }),
    enabled: isSettled,
  });
  const moves = useMoveInstances(workspace);
  const menu = useInstanceMenu(workspace, moves.choose);
  const columns = useInstanceColumns(workspace);
  const bulk = useBulkActions(workspace, moves.choose);
  const tabs = useWaitingTabs(workspace);
  const terminated = overview?.instances?.byStatus["terminated"] ?? 0;
  return (
    <>
      <TablePage
        title={t`Instances`}
        facts={
          <>
            <InstancesSummary instances={overview?.instances} />
            <InstancesExportLimit query={query} />
          </>
        }
        actions={
          <>
            <KeptCartLink workspace={workspace} />
            <ExportInstances workspace={workspace} search={search} query={query} />
          </>
        }
        call={instances.list}
        views={
          <SavedViews
            listId={instances.list.id}
            scope={`${instances.list.id} ${workspace}`}
            search={search}
          />
        }
        defaultOrder="-createdAt"
        query={query}
        search={search}
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ hostname }) => hostname}
        searchLabel={t`Search by name, IP address, or ID`}
        filters={<InstanceFilters workspace={workspace} search={search} />}
        menu={menu}
        bulk={bulk.isAllowed ? bulk.buttons : undefined}
        primary={<CreateLink workspace={workspace} />}
        {...(tabs === undefined ? {} : { tabs })}
        empty={{
          title: t`No instances yet`,
          text: t`Instances are ready a few minutes after you create them. From then on, they're billed per second.`,
          other: terminated > 0 && (
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
      {bulk.dialog}
    </>
  );
}
