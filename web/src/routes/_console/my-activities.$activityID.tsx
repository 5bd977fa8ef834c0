import { createFileRoute } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { preload, query } from "../../lib/client.ts";
import { ActivityDetail } from "../../parts/activity/activity-detail.tsx";

const entryQuery = (log: string) => query(activity.viewOwn, { path: { log } });

export const Route = createFileRoute("/_console/my-activities/$activityID")({
  loader: ({ context, params: { activityID } }) =>
    preload(context.queryClient, entryQuery(activityID)),
  component: ActivityPage,
});

function ActivityPage() {
  const { activityID } = Route.useParams();
  return <ActivityDetail result={usePageQuery(entryQuery(activityID))} workspace={null} />;
}
