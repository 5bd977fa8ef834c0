import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { ReauthenticationHost } from "../components/reauthentication-host.tsx";
import { CodeNote } from "../shell/code-note.tsx";
import { ImpersonationHost } from "../shell/impersonation-host.tsx";
import { NotFoundPage } from "../shell/not-found-page.tsx";
import { ReloginHost } from "../shell/relogin-host.tsx";
import { ToastHost } from "../ui/toast-host.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});

function Root() {
  return (
    <>
      <ImpersonationHost />
      <Outlet />
      <ReauthenticationHost />
      <ReloginHost />
      <ToastHost />
      <CodeNote />
    </>
  );
}
