import { createFileRoute, Outlet } from "@tanstack/react-router";
import { requireWorkspace } from "../../lib/guards.ts";
import { useLive } from "../../lib/live.ts";
import { useMaybeWorkspace } from "../../lib/permissions.ts";
import { WorkspaceLost } from "../../shell/workspace-lost.tsx";
import { ConnectionNote } from "../../shell/connection-note.tsx";

export const Route = createFileRoute("/_console/$workspace")({
  beforeLoad: ({ context, params }) => ({ role: requireWorkspace(context.self, params.workspace) }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  const { role: entered } = Route.useRouteContext();
  // Of the session as it is by now: a role may end, or its workspace be called otherwise, while a page is open.
  const role = useMaybeWorkspace();
  return role === null ? <WorkspaceLost entered={entered} /> : <Live workspace={workspace} />;
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
