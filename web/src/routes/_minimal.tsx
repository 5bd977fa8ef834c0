import { createFileRoute, Outlet } from "@tanstack/react-router";
import { loadSession } from "../lib/session/session.ts";
import { MinimalLayout } from "../shell/minimal-layout.tsx";

export const Route = createFileRoute("/_minimal")({
  // Error pages are open to everyone. They show more to signed-in users, but do not wait for the session.
  loader: () => void loadSession().catch(() => null),
  component: Layout,
});

function Layout() {
  return (
    <MinimalLayout>
      <Outlet />
    </MinimalLayout>
  );
}
