import { createFileRoute } from "@tanstack/react-router";
import { requireAuth } from "../lib/session/route-guards.ts";
import { activateAccountLocale } from "../lib/i18n/i18n.ts";
import { OnboardingLayout } from "../shell/onboarding-layout.tsx";

export const Route = createFileRoute("/onboarding")({
  beforeLoad: async ({ location }) => {
    const self = await requireAuth({ location });
    if (self.userSession.authType !== "impersonate") await activateAccountLocale(self.user.locale);
    return { self };
  },
  component: OnboardingLayout,
});
