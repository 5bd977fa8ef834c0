import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import { ActivityList } from "../../features/activity/activity-list.tsx";
import { toExportSearch } from "../../features/activity/export-search.ts";
import { regionNamesQuery } from "../../features/activity/use-display-names.ts";

const filtersQuery = endpointQuery(activity.filtersOwn, {});

export const Route = createFileRoute("/_console/my-activities/")({
  validateSearch: validateSearchFor<typeof activity.own>(activity.own),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    prefetch(context.queryClient, endpointQuery(activity.own, { query: deps }));
    prefetch(context.queryClient, filtersQuery, regionNamesQuery);
  },
  component: MyActivities,
});

function MyActivities() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const self = useSessionInfo();
  const file = useEndpointAction(activity.exportOwn, { invalidates: [] });
  const input = { query: toExportSearch(search) };
  return (
    <ActivityList
      title={t`My activity`}
      facts={t`Everything you did and everything that happened to your account, newest first`}
      call={activity.own}
      query={endpointQuery(activity.own, { query: search })}
      filterValues={filtersQuery}
      search={search}
      workspace={null}
      file={{
        busy: file.busy,
        reason: isImpersonating(self) ? t`Not available while you act as a customer.` : null,
        fetch: () => file.run(input),
        code: file.code(input),
      }}
      linkTo={(activityID, label) => (
        <Link to="/my-activities/$activityID" params={{ activityID }}>
          {label}
        </Link>
      )}
      empty={{
        title: t`No activity yet`,
        text: t`Your changes and sign-ins are recorded here.`,
      }}
    />
  );
}
