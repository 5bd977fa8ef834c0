import { createFileRoute, Outlet } from "@tanstack/react-router";
import { requireWorkspace } from "../../lib/guards.ts";
import { useLive } from "../../lib/live.ts";
import { ConnectionNote } from "../../shell/connection-note.tsx";

export const Route = createFileRoute("/_console/$workspace")({
  beforeLoad: ({ context, params }) => ({ role: requireWorkspace(context.self, params.workspace) }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  const liveness = useLive(workspace);
  return (
    <>
      <Outlet />
      <ConnectionNote lost={liveness === "reconnecting"} />
    </>
  );
}
