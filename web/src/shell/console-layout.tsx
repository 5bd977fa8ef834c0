import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { CodeHost } from "../blocks/code-host.tsx";
import { ConfirmHost } from "../blocks/confirm-host.tsx";
import { roleAt, WorkspaceProvider } from "../lib/permissions.ts";
import { useSelf } from "../lib/session.ts";
import { lazyPart } from "../lib/missing-code.ts";
import styles from "./console-layout.module.css";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { PasswordNotice } from "./password-notice.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

const NavigationDrawer = lazyPart(() => import("./navigation-drawer.tsx"));

export function ConsoleLayout() {
  const { t } = useLingui();
  const self = useSelf();
  const { workspace } = useParams({ strict: false });
  const role = workspace === undefined ? null : roleAt(self, workspace);
  const [drawer, setDrawer] = useState(false);
  return (
    <WorkspaceProvider value={role}>
      <a href="#main" className={styles["skip"]}>
        <Trans>Skip to content</Trans>
      </a>
      <div className={styles["app"]}>
        <aside className={styles["aside"]} aria-label={t`Sidebar`}>
          <Sidebar />
        </aside>
        <div className={styles["page"]}>
          <TopBar onMenu={() => setDrawer(true)} />
          <main id="main" tabIndex={-1} className={styles["main"]}>
            <MaintenanceBanner />
            <PasswordNotice />
            <Outlet />
          </main>
        </div>
      </div>
      {drawer && (
        <Suspense>
          <NavigationDrawer onClose={() => setDrawer(false)} />
        </Suspense>
      )}
      <PaletteHost />
      <ConfirmHost />
      <CodeHost />
    </WorkspaceProvider>
  );
}
