/**
 * Banner in every tab while staff impersonate a customer: the customer, the remaining time and a button to end it.
 * Nothing hides it.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SessionInfo } from "#contracts/auth.ts";
import { users } from "#contracts/users.ts";
import { request } from "../lib/api/api-client.ts";
import { formatElapsed } from "../lib/i18n/format.ts";
import { ProblemError } from "../lib/api/problem-error.ts";
import { switchUser } from "../lib/session/session.ts";
import { afterImpersonation, fullName } from "../lib/session/signed-in.ts";
import { useCountdownTo } from "../lib/hooks/use-countdown.ts";
import { problemMessage, staffRoleLabel } from "../lib/i18n/messages.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import styles from "./impersonation-banner.module.css";

/** Ends the impersonation shortly before its expiry, while the server still accepts the session. */
const endMarginSeconds = 5;

export default function ImpersonationBanner({ self }: { self: SessionInfo }) {
  const { t, i18n } = useLingui();
  const { user, userSession } = self;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const role = userSession.adminRole === null ? "" : staffRoleLabel(i18n, userSession.adminRole);
  const name = fullName(user);

  const end = async () => {
    setBusy(true);
    setFailure(null);
    try {
      switchUser(await request(users.endImpersonation, {}), afterImpersonation(self));
    } catch (error) {
      // Already ended by another tab or by expiry: the session has handled it.
      if (error instanceof ProblemError && error.status === 401) return;
      setFailure(problemMessage(i18n, error));
      setBusy(false);
    }
  };
  const left = useCountdownTo(
    Date.parse(userSession.absoluteExpiresAt) - endMarginSeconds * 1_000,
    () => void end(),
  );

  return (
    <>
      <aside className={styles["bar"]} aria-label={t`Acting as a customer`}>
        <Icon name="eye" />
        <p className={styles["user"]}>
          <Trans>
            You're acting as <b>{name}</b> <span>({user.email})</span> with the {role} role
          </Trans>
        </p>
        {failure !== null && <p role="alert">{failure}</p>}
        <p className={styles["timeLeft"]}>
          <span className="visually-hidden">{t`Time left`}: </span>
          <span role="timer">{formatElapsed(left)}</span>
        </p>
        <Button busy={busy} onClick={() => void end()}>
          <Trans>End</Trans>
          <span className="visually-hidden"> {t`acting as ${name}`}</span>
        </Button>
      </aside>
      <div className={styles["frame"]} aria-hidden="true" />
    </>
  );
}
