import { createFileRoute, redirect } from "@tanstack/react-router";
import { currentWorkspaceRole, requireAuth } from "../lib/session/route-guards.ts";
import { firstAdminPage } from "../shell/admin-navigation.ts";

export const Route = createFileRoute("/")({
  beforeLoad: async ({ location }) => {
    const self = await requireAuth({ location });
    // Staff without a page in the staff area are like other users.
    if (firstAdminPage(self) !== null) throw redirect({ to: "/admin", replace: true });
    const role = currentWorkspaceRole(self);
    if (role === null) throw redirect({ to: "/workspaces", replace: true });
    throw redirect({ to: "/$workspace", params: { workspace: role.handle }, replace: true });
  },
});
