import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSessionInfo } from "../lib/session/session.ts";
import { isImpersonating } from "../lib/session/signed-in.ts";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

/**
 * Shown to users whose password is breached or too weak for their new role; the page it links to states the details.
 */
export function PasswordChangeBanner() {
  const self = useSessionInfo();
  if (!self.user.mustChangePassword || isImpersonating(self)) return null;
  return (
    <div className={styles["banner"]}>
      <Callout tone="warn">
        <Trans>
          Your password is no longer secure: it appeared in a data breach or is too short for your
          role. <Link to="/account/security">Choose a new one</Link>.
        </Trans>
      </Callout>
    </div>
  );
}
