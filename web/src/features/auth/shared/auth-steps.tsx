import { Trans, useLingui } from "@lingui/react/macro";
import { usePageEntry } from "../../../lib/browser/page-entry.ts";
import { useSession } from "../../../lib/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { authStyles as styles } from "./auth-form.tsx";

/**
 * The steps from a new account to the first sign-in. Returning customers, who sign in, set a new password or change
 * their email, see none.
 */
export function AuthSteps() {
  const { t } = useLingui();
  const path = usePageEntry().pathname;
  const { self } = useSession();
  const isVerifying = path.startsWith("/auth/verify/");
  if (self !== null || (path !== "/auth/register" && !isVerifying)) return null;
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles["steps"]}>
        <li>
          {isVerifying ? (
            <a href="/auth/register">
              <Trans>Account</Trans>
            </a>
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
            <a href="/auth/verify/resend">
              <Trans>Verify email</Trans>
            </a>
          )}
        </li>
        <li>
          <Icon name="right" size={12} />
          <a href="/auth/login">
            <Trans>Sign in</Trans>
          </a>
        </li>
      </ol>
    </nav>
  );
}
