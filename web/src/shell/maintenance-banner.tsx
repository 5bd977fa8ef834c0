/** States that maintenance is on, as long as the server's responses say so. */
import { Trans } from "@lingui/react/macro";
import { useSessionInfo, useSession } from "../lib/session/session.ts";
import { RelativeTime } from "../ui/description-list.tsx";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

export function MaintenanceBanner() {
  const { maintenanceSince, maintenanceMessage } = useSession();
  const { userStaffRole } = useSessionInfo();
  if (maintenanceSince === null) return null;
  return (
    <div className={styles["banner"]}>
      <Callout tone="warn">
        {userStaffRole === null ? (
          // An open page stays with its typed text.
          <Trans>
            Maintenance since <RelativeTime at={maintenanceSince} exact />. Running instances are
            not affected. What you see here may be out of date.
          </Trans>
        ) : (
          <Trans>
            Maintenance since <RelativeTime at={maintenanceSince} exact />. Customers see the
            maintenance page.
          </Trans>
        )}
        {maintenanceMessage !== null && <p>{maintenanceMessage}</p>}
      </Callout>
    </div>
  );
}
