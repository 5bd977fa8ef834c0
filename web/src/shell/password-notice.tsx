import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { isImpersonating, useSelf } from "../lib/session.ts";
import { Callout } from "../ui/notices.tsx";
import styles from "./console-layout.module.css";

/** For whom has a password that others know by now; the page it leads to says so itself. */
export function PasswordNotice() {
  const self = useSelf();
  if (!self.user.mustChangePassword || isImpersonating(self)) return null;
  return (
    <div className={styles["banner"]}>
      <Callout tone="warn">
        <Trans>
          Your password is in a list of stolen ones by now.{" "}
          <Link to="/account/security">Choose another one</Link>.
        </Trans>
      </Callout>
    </div>
  );
}
