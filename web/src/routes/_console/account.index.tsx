import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_console/account/")({
  beforeLoad: () => {
    throw redirect({ to: "/account/general", replace: true });
  },
});
