import { createFileRoute } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { listedQuery } from "../../../lib/api/listed-query.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { ActivityDetail } from "../../../features/activity/activity-detail.tsx";
import { regionNamesQuery } from "../../../features/activity/use-display-names.ts";

const activityQuery = (workspace: string, log: string) =>
  listedQuery(activity.viewOfWorkspace, activity.ofWorkspace, { path: { workspace, log } });

export const Route = createFileRoute("/_console/$workspace/activities/$activityID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "activity.view"),
  loader: ({ context, params: { workspace, activityID } }) =>
    prefetch(context.queryClient, activityQuery(workspace, activityID), regionNamesQuery),
  component: ActivityPage,
});

function ActivityPage() {
  const { workspace, activityID } = Route.useParams();
  return (
    <ActivityDetail
      result={usePageQuery(activityQuery(workspace, activityID))}
      workspace={workspace}
    />
  );
}
