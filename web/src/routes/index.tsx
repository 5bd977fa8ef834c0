import { createFileRoute, redirect } from "@tanstack/react-router";
import { currentWorkspaceRole, requireAuth } from "../lib/session/route-guards.ts";

export const Route = createFileRoute("/")({
  beforeLoad: async ({ location }) => {
    const role = currentWorkspaceRole(await requireAuth({ location }));
    if (role === null) throw redirect({ to: "/workspaces", replace: true });
    throw redirect({ to: "/$workspace", params: { workspace: role.handle }, replace: true });
  },
});
