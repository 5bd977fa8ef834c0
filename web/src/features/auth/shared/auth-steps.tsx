import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useSession } from "../../../lib/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { authStyles as styles } from "./auth-form.tsx";

/**
 * The steps from a new account to the first sign-in. Returning customers, who sign in, set a new password or change
 * their email, see none.
 */
export function AuthSteps() {
  const { t } = useLingui();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { self } = useSession();
  const isVerifying = path.startsWith("/auth/verify/");
  if (self !== null || (path !== "/auth/register" && !isVerifying)) return null;
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles["steps"]}>
        <li>
          {isVerifying ? (
            <Link to="/auth/register">
              <Trans>Account</Trans>
            </Link>
          ) : (
            <span aria-current="step">
              <Trans>Account</Trans>
            </span>
          )}
        </li>
        <li>
          <Icon name="right" size={12} />
          {isVerifying ? (
            <span aria-current="step">
              <Trans>Verify email</Trans>
            </span>
          ) : (
            <Link to="/auth/verify/resend">
              <Trans>Verify email</Trans>
            </Link>
          )}
        </li>
        <li>
          <Icon name="right" size={12} />
          <Link to="/auth/login">
            <Trans>Sign in</Trans>
          </Link>
        </li>
      </ol>
    </nav>
  );
}
