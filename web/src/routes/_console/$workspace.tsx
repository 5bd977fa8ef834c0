import { createFileRoute, Outlet } from "@tanstack/react-router";
import { requireWorkspace } from "../../lib/guards.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { useLive } from "../../lib/live.ts";
import { useMaybeWorkspace } from "../../lib/permissions.ts";
import { WorkspaceLost } from "../../shell/workspace-lost.tsx";
import { ConnectionNote } from "../../shell/connection-note.tsx";

export const Route = createFileRoute("/_console/$workspace")({
  beforeLoad: ({ context, params, location, preload }) => ({
    role: requireWorkspace(context.self, params.workspace, { location, preload }),
  }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  const { role: entered } = Route.useRouteContext();
  // Of the session as it is by now: a role may end, or its workspace be called otherwise, while a page is open.
  const role = useMaybeWorkspace();
  if (role !== null) return <Live workspace={workspace} />;
  return isLeaving(workspace) ? null : <WorkspaceLost entered={entered} />;
}

function Live({ workspace }: { workspace: string }) {
  const liveness = useLive(workspace);
  return (
    <>
      <Outlet />
      <ConnectionNote lost={liveness === "reconnecting"} />
    </>
  );
}
