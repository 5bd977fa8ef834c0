import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { queue, queuedOrderStatuses } from "#contracts/queue.ts";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { CreateLink } from "../../../features/instances/shared/create-link.tsx";
import { useQueueColumns } from "../../../features/queue/queue-columns.tsx";
import { queueStatusAppearance } from "../../../features/queue/shared/queue-labels.ts";
import { useWaitingTabs } from "../../../features/queue/shared/use-waiting-tabs.tsx";
import { useQueueMenu } from "../../../features/queue/use-queue-menu.tsx";

export const Route = createFileRoute("/_console/$workspace/cart/queue")({
  validateSearch: validateSearchFor<typeof queue.list>(queue.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "instance.create"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(context.queryClient, endpointQuery(queue.list, { path: { workspace }, query: deps })),
  component: WaitingOrders,
});

function WaitingOrders() {
  const { t, i18n } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const tabs = useWaitingTabs(workspace);
  return (
    <TablePage
      title={t`Waiting orders`}
      facts={t`The oldest order starts first, and workspaces take turns. A smaller order can start before a larger one.`}
      call={queue.list}
      query={endpointQuery(queue.list, { path: { workspace }, query: search })}
      search={search}
      columns={useQueueColumns(workspace)}
      rowKey={({ id }) => id}
      nameOf={({ hostname }) => hostname.join(", ")}
      filters={
        <FilterMultiSelect
          name="status"
          label={t`Status`}
          value={search.status}
          options={queuedOrderStatuses.map((value) => ({
            value,
            label: i18n._(queueStatusAppearance[value].word),
          }))}
        />
      }
      menu={useQueueMenu(workspace)}
      primary={<CreateLink workspace={workspace} />}
      empty={{
        title: t`No waiting orders`,
        text: t`When a product is sold out, choose to wait for it: the order starts when it's free.`,
      }}
      {...(tabs === undefined ? {} : { tabs })}
    />
  );
}
