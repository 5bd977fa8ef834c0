import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_console/$workspace/settings/")({
  beforeLoad: async ({ context, params }) => {
    // The navigation is not part of the first chunk.
    const { firstSettingsPage } = await import("../../../shell/navigation.ts");
    throw redirect({ to: firstSettingsPage(context.role), params, replace: true });
  },
});
