import { createFileRoute } from "@tanstack/react-router";
import { activity } from "#contracts/activity.ts";
import { usePageQuery } from "../../../blocks/page-problem.tsx";
import { preload, query } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { ActivityDetail } from "../../../parts/activity/activity-detail.tsx";

const entryQuery = (workspace: string, log: string) =>
  query(activity.viewOfWorkspace, { path: { workspace, log } });

export const Route = createFileRoute("/_console/$workspace/activities/$activityID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "activity.view"),
  loader: ({ context, params: { workspace, activityID } }) =>
    preload(context.queryClient, entryQuery(workspace, activityID)),
  component: ActivityPage,
});

function ActivityPage() {
  const { workspace, activityID } = Route.useParams();
  return (
    <ActivityDetail
      result={usePageQuery(entryQuery(workspace, activityID))}
      workspace={workspace}
    />
  );
}
