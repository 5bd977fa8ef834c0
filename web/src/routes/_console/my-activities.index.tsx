import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { useAction } from "../../blocks/use-action.ts";
import { preload, query } from "../../lib/client.ts";
import { searchOf } from "../../lib/search.ts";
import { useSelf } from "../../lib/session.ts";
import { isImpersonating } from "../../lib/signed-in.ts";
import { ActivityList } from "../../parts/activity/activity-list.tsx";
import { exportedOf } from "../../parts/activity/exported-search.ts";

export const Route = createFileRoute("/_console/my-activities/")({
  validateSearch: searchOf<typeof activity.own>(activity.own),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context.queryClient, query(activity.own, { query: deps })),
  component: MyActivities,
});

function MyActivities() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const self = useSelf();
  const file = useAction(activity.exportOwn, { refreshes: [] });
  const input = { query: exportedOf(search) };
  return (
    <ActivityList
      title={t`My activity`}
      facts={t`Everything you did and everything that happened to your account, newest first`}
      call={activity.own}
      query={query(activity.own, { query: search })}
      search={search}
      workspace={null}
      file={{
        busy: file.busy,
        reason: isImpersonating(self) ? t`Not available while you act as a customer.` : null,
        fetch: () => file.run(input),
        code: file.code(input),
      }}
      linkTo={(activityID, words) => (
        <Link to="/my-activities/$activityID" params={{ activityID }}>
          {words}
        </Link>
      )}
      empty={{
        title: t`No activity yet`,
        text: t`Your changes and sign-ins are recorded here.`,
      }}
    />
  );
}
