import { createFileRoute, Outlet } from "@tanstack/react-router";
import { loadSession } from "../lib/session/session.ts";
import { MinimalLayout } from "../shell/minimal-layout.tsx";

export const Route = createFileRoute("/_minimal")({
  // An error page is for anyone; it knows more about someone who is signed in, and waits for nothing.
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
