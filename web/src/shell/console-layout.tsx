import { Trans, useLingui } from "@lingui/react/macro";
import { Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { CodeDialogHost } from "../components/code-dialog-host.tsx";
import { HasCodeButton } from "../components/code-samples/page-code.ts";
import { ConfirmDialogHost } from "../components/confirm-dialog-host.tsx";
import { findWorkspaceRole, WorkspaceProvider } from "../lib/session/permissions.ts";
import { markInteractive } from "../lib/browser/page-scope.ts";
import { useOnMount } from "../lib/hooks/use-on-mount.ts";
import { useSession, useSessionInfo } from "../lib/session/session.ts";
import { useOnline } from "../lib/hooks/use-online.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import styles from "./console-layout.module.css";
import { ConnectionBanner } from "./connection-banner.tsx";
import { MaintenanceBanner } from "./maintenance-banner.tsx";
import { useConsoleArea } from "./navigation.ts";
import { PaletteHost } from "./palette/palette-host.tsx";
import { PasswordChangeBanner } from "./password-change-banner.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

const NavigationDrawer = lazyPart(() => import("./navigation-drawer.tsx"));

const AnnouncedMaintenanceBanner = lazyPart(() => import("./announced-maintenance-banner.tsx"));

/** As long as the server's responses say that maintenance is announced; its code is loaded only then. */
function AnnouncedMaintenance() {
  const { maintenanceSince, maintenanceStartsAt } = useSession();
  if (maintenanceStartsAt === null || maintenanceSince !== null) return null;
  return (
    <Suspense>
      <AnnouncedMaintenanceBanner key={maintenanceStartsAt} startsAt={maintenanceStartsAt} />
    </Suspense>
  );
}

export function ConsoleLayout() {
  const { t } = useLingui();
  const self = useSessionInfo();
  const { workspace } = useParams({ strict: false });
  const role = workspace === undefined ? null : findWorkspaceRole(self, workspace);
  const area = useConsoleArea();
  const isOnline = useOnline();
  const [drawer, setDrawer] = useState(false);
  useOnMount(markInteractive);
  return (
    <WorkspaceProvider value={role}>
      <a href="#main" className={styles["skipLink"]}>
        <Trans>Skip to content</Trans>
      </a>
      <div className={styles["app"]}>
        <aside className={styles["aside"]} aria-label={t`Sidebar`}>
          <Sidebar />
        </aside>
        <div className={styles["pageArea"]}>
          <TopBar onMenu={() => setDrawer(true)} />
          <main id="main" tabIndex={-1} className={styles["main"]}>
            <MaintenanceBanner />
            <AnnouncedMaintenance />
            <PasswordChangeBanner />
            <HasCodeButton value>
              <Outlet />
            </HasCodeButton>
          </main>
        </div>
      </div>
      {drawer && (
        <Suspense>
          <NavigationDrawer onClose={() => setDrawer(false)} />
        </Suspense>
      )}
      {/* Pages of a workspace and of staff have their own, which also knows the live stream. */}
      {workspace === undefined && area !== "admin" && <ConnectionBanner lost={!isOnline} />}
      <PaletteHost />
      <ConfirmDialogHost />
      <CodeDialogHost />
    </WorkspaceProvider>
  );
}
