import { createFileRoute, Outlet } from "@tanstack/react-router";
import { PlainLayout } from "../shell/plain-layout.tsx";

export const Route = createFileRoute("/_plain")({ component: Layout });

function Layout() {
  return (
    <PlainLayout>
      <Outlet />
    </PlainLayout>
  );
}
