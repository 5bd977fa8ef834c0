import { createFileRoute } from "@tanstack/react-router";
import { requireSelf } from "../lib/guards.ts";
import { speakAccountLanguage } from "../lib/i18n.ts";
import { OnboardingLayout } from "../shell/onboarding-layout.tsx";

export const Route = createFileRoute("/onboarding")({
  beforeLoad: async ({ location }) => {
    const self = await requireSelf({ location });
    if (self.userSession.authType !== "impersonate") await speakAccountLanguage(self.user.locale);
    return { self };
  },
  component: OnboardingLayout,
});
