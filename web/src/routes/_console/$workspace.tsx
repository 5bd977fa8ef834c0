import { createFileRoute, Navigate, Outlet } from "@tanstack/react-router";
import { requireWorkspace, workspaceNotFound } from "../../lib/guards.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { useLive } from "../../lib/live.ts";
import { useMaybeWorkspace } from "../../lib/permissions.ts";
import { ConnectionNote } from "../../shell/connection-note.tsx";

export const Route = createFileRoute("/_console/$workspace")({
  beforeLoad: ({ context, params, location, preload }) => ({
    role: requireWorkspace(context.self, params.workspace, { location, preload }),
  }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  const role = useMaybeWorkspace();
  const liveness = useLive(workspace);
  // Taken away while the page was open: the same as never having had it.
  if (role === null)
    return isLeaving(workspace) ? null : (
      <Navigate to="/404" search={{ message: workspaceNotFound(workspace) }} replace />
    );
  return (
    <>
      <Outlet />
      <ConnectionNote lost={liveness === "reconnecting"} />
    </>
  );
}
