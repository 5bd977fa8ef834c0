import { createFileRoute, Outlet } from "@tanstack/react-router";
import { requireWorkspace } from "../../lib/guards.ts";
import { useLive } from "../../lib/live.ts";

export const Route = createFileRoute("/_console/$workspace")({
  // Too little for a file of its own.
  codeSplitGroupings: [],
  beforeLoad: ({ context, params }) => ({ role: requireWorkspace(context.self, params.workspace) }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  useLive(workspace);
  return <Outlet />;
}
