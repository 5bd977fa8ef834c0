import { createFileRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { activateAccountLocale } from "../lib/i18n/i18n.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { loadSession, useSession } from "../lib/session/session.ts";
import { DocsLayout } from "../shell/docs-layout.tsx";

const ConsoleLayout = lazyPart(async () => ({
  default: (await import("../shell/console-layout.tsx")).ConsoleLayout,
}));

/** The documentation is public. A signed-in user reads it inside the console. */
export const Route = createFileRoute("/docs")({
  beforeLoad: async () => {
    const self = await loadSession().catch(() => null);
    if (self !== null && self.userSession.authType !== "impersonate")
      await activateAccountLocale(self.user.locale);
  },
  component: Docs,
});

function Docs() {
  const { self } = useSession();
  if (self === null || self.user.mustAcceptTerms)
    return (
      <DocsLayout>
        <Outlet />
      </DocsLayout>
    );
  return (
    <Suspense>
      <ConsoleLayout />
    </Suspense>
  );
}
