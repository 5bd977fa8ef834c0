import { createFileRoute, redirect } from "@tanstack/react-router";
import { firstAdminPage } from "../../shell/admin-navigation.ts";

export const Route = createFileRoute("/_console/admin/")({
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstAdminPage(context.self) ?? "/", replace: true });
  },
});
