import { createFileRoute } from "@tanstack/react-router";
import { requireSelf } from "../lib/guards.ts";
import { speakAccountLanguage } from "../lib/i18n.ts";
import { ConsoleLayout } from "../shell/console-layout.tsx";

export const Route = createFileRoute("/_console")({
  beforeLoad: async ({ location }) => {
    const self = await requireSelf({ location });
    // Staff who act as somebody keep their own.
    if (self.userSession.authType !== "impersonate") await speakAccountLanguage(self.user.locale);
    return { self };
  },
  component: ConsoleLayout,
});
