import { createFileRoute } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { usePageQuery } from "../../components/page-error.tsx";
import { prefetch } from "../../lib/api/api-client.ts";
import { listedQuery } from "../../lib/api/listed-query.ts";
import { ActivityDetail } from "../../features/activity/activity-detail.tsx";
import { regionNamesQuery } from "../../features/activity/use-display-names.ts";

const activityQuery = (log: string) =>
  listedQuery(activity.viewOwn, activity.own, { path: { log } });

export const Route = createFileRoute("/_console/my-activities/$activityID")({
  loader: ({ context, params: { activityID } }) =>
    prefetch(context.queryClient, activityQuery(activityID), regionNamesQuery),
  component: ActivityPage,
});

function ActivityPage() {
  const { activityID } = Route.useParams();
  return <ActivityDetail result={usePageQuery(activityQuery(activityID))} workspace={null} />;
}
