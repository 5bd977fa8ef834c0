import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { requireWorkspace } from "../../lib/session/route-guards.ts";
import { isLeavingWorkspace } from "../../features/workspaces/workspace-leaving.ts";
import { useLiveUpdates } from "../../lib/api/live-updates.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useOnline } from "../../lib/hooks/use-online.ts";
import { useRoleChange } from "../../lib/hooks/use-role-change.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { WorkspaceAccessLost } from "../../shell/workspace-access-lost.tsx";
import { ConnectionBanner } from "../../shell/connection-banner.tsx";
import { toast } from "../../ui/toast.ts";

const SuspensionBanner = lazyPart(() => import("../../shell/suspension-banner.tsx"));

export const Route = createFileRoute("/_console/$workspace")({
  beforeLoad: ({ context, params, location, preload }) => ({
    role: requireWorkspace(context.self, params.workspace, { location, preload }),
  }),
  component: Workspace,
});

function Workspace() {
  const { workspace } = Route.useParams();
  const { role: entered } = Route.useRouteContext();
  // From the current session: a role may end, or its workspace be renamed, while a page is open.
  const role = useOptionalWorkspace();
  if (role !== null) return <LiveUpdates role={role} />;
  return isLeavingWorkspace(workspace) ? null : <WorkspaceAccessLost entered={entered} />;
}

function LiveUpdates({ role }: { role: WorkspaceRole }) {
  const { t, i18n } = useLingui();
  const liveness = useLiveUpdates(role);
  const isOnline = useOnline();
  useRoleChange(role, () => {
    const name = workspaceRoleLabel(i18n, role.workspaceRoleId);
    void toast({
      title: t`Your role in ${role.name} is now ${name}`,
      text: t`Menus and buttons follow the new role`,
    });
  });
  return (
    <>
      {role.status === "suspended" && (
        <Suspense>
          <SuspensionBanner />
        </Suspense>
      )}
      <Outlet />
      <ConnectionBanner lost={liveness === "reconnecting" || !isOnline} />
    </>
  );
}
