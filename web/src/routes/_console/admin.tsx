import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useStaffLiveUpdates } from "../../lib/api/live-updates.ts";
import { useOnline } from "../../lib/hooks/use-online.ts";
import { firstAdminPage } from "../../shell/admin-navigation.ts";
import { ConnectionBanner } from "../../shell/connection-banner.tsx";
import { SetupBanner } from "../../shell/setup-banner.tsx";

export const Route = createFileRoute("/_console/admin")({
  // Each page requires its own permission; users without any are rejected before data is loaded.
  beforeLoad: ({ context }) => {
    if (firstAdminPage(context.self) !== null) return;
    throw redirect({
      to: "/403",
      search: { code: "permission_denied_missing_role", cause: "staff" },
    });
  },
  component: AdminArea,
});

function AdminArea() {
  const liveness = useStaffLiveUpdates();
  const isOnline = useOnline();
  return (
    <>
      <SetupBanner />
      <Outlet />
      <ConnectionBanner lost={liveness === "reconnecting" || !isOnline} />
    </>
  );
}
