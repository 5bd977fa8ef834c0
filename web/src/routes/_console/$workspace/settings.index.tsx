import { createFileRoute, redirect } from "@tanstack/react-router";
import { firstSettingsPage } from "../../../shell/navigation.ts";

export const Route = createFileRoute("/_console/$workspace/settings/")({
  beforeLoad: ({ context, params }) => {
    throw redirect({ to: firstSettingsPage(context.role), params, replace: true });
  },
});
