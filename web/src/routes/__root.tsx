import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { ConfirmIdentityHost } from "../blocks/confirm-identity-host.tsx";
import { ImpersonationHost } from "../shell/impersonation-host.tsx";
import { ReloginHost } from "../shell/relogin-host.tsx";
import { ToastHost } from "../ui/toast-host.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(
    () => import("../shell/not-found-page.tsx"),
    "NotFoundPage",
  ),
});

function Root() {
  return (
    <>
      <ImpersonationHost />
      <Outlet />
      <ConfirmIdentityHost />
      <ReloginHost />
      <ToastHost />
    </>
  );
}
