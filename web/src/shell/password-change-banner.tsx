import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSessionInfo } from "../lib/session/session.ts";
import { isImpersonating } from "../lib/session/signed-in.ts";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

/** For whom has a password that others know by now, or one that their new role asks more of; the page it leads to says so itself. */
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
