import { createFileRoute } from "@tanstack/react-router";
import { inviteTokenOf } from "../features/auth/shared/pending-invite.ts";
import { requireAuth } from "../lib/session/route-guards.ts";
import { activateAccountLocale } from "../lib/i18n/i18n.ts";
import { ConsoleLayout } from "../shell/console-layout.tsx";

export const Route = createFileRoute("/_console")({
  beforeLoad: async ({ location }) => {
    const isInvited = inviteTokenOf(location.pathname) !== null;
    const self = await requireAuth({ location }, isInvited ? "/auth/invitation" : "/auth/login");
    // During impersonation, staff keep their own language.
    if (self.userSession.authType !== "impersonate") await activateAccountLocale(self.user.locale);
    return { self };
  },
  component: ConsoleLayout,
});
