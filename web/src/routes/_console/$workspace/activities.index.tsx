import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { type EndpointSearchParams, validateSearchFor } from "../../../lib/api/search-params.ts";
import { ActivityList } from "../../../features/activity/activity-list.tsx";
import { toExportSearch } from "../../../features/activity/export-search.ts";
import { regionNamesQuery } from "../../../features/activity/use-display-names.ts";

const listQuery = (workspace: string, search: EndpointSearchParams<typeof activity.ofWorkspace>) =>
  endpointQuery(activity.ofWorkspace, { path: { workspace }, query: search });

const filtersQuery = (workspace: string) =>
  endpointQuery(activity.filtersOfWorkspace, { path: { workspace } });

export const Route = createFileRoute("/_console/$workspace/activities/")({
  validateSearch: validateSearchFor<typeof activity.ofWorkspace>(activity.ofWorkspace),
  beforeLoad: ({ context }) => requirePermission(context.role, "activity.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) => {
    prefetch(context.queryClient, listQuery(workspace, deps));
    prefetch(context.queryClient, filtersQuery(workspace), regionNamesQuery);
  },
  component: Activities,
});

function Activities() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const file = useEndpointAction(activity.exportOfWorkspace, { invalidates: [] });
  const input = { path: { workspace }, query: toExportSearch(search) };
  return (
    <ActivityList
      title={t`Activity`}
      facts={t`All changes in this workspace, newest first`}
      call={activity.ofWorkspace}
      query={listQuery(workspace, search)}
      filterValues={filtersQuery(workspace)}
      search={search}
      workspace={workspace}
      file={{
        busy: file.busy,
        reason: null,
        fetch: () => file.run(input),
        code: file.code(input),
      }}
      linkTo={(activityID, label) => (
        <Link to="/$workspace/activities/$activityID" params={{ workspace, activityID }}>
          {label}
        </Link>
      )}
      empty={{
        title: t`No activity yet`,
        text: t`Every change in this workspace is recorded here, with who made it.`,
      }}
    />
  );
}
