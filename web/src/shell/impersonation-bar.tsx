/**
 * Above everything, in every tab, as long as staff act as a customer: as whom, until when, and the
 * way out. Nothing hides it.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Self } from "#contracts/auth.ts";
import { users } from "#contracts/users.ts";
import { call } from "../lib/client.ts";
import { stopwatch } from "../lib/format.ts";
import { ProblemError } from "../lib/problem.ts";
import { handOver } from "../lib/session.ts";
import { afterImpersonation, fullName } from "../lib/signed-in.ts";
import { useCountdownTo } from "../lib/use-countdown.ts";
import { wordProblem, wordStaffRole } from "../lib/wording.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import styles from "./impersonation-bar.module.css";

/** While the server still takes the session for what it is. */
const endBeforeSeconds = 5;

export default function ImpersonationBar({ self }: { self: Self }) {
  const { t, i18n } = useLingui();
  const { user, userSession } = self;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const role = userSession.adminRole === null ? "" : wordStaffRole(i18n, userSession.adminRole);
  const name = fullName(user);

  const end = async () => {
    setBusy(true);
    setFailure(null);
    try {
      handOver(await call(users.endImpersonation, {}), afterImpersonation(self));
    } catch (error) {
      // Over already, by another tab or by its time: the session has taken this tab out itself.
      if (error instanceof ProblemError && error.status === 401) return;
      setFailure(wordProblem(i18n, error));
      setBusy(false);
    }
  };
  const left = useCountdownTo(
    Date.parse(userSession.absoluteExpiresAt) - endBeforeSeconds * 1_000,
    () => void end(),
  );

  return (
    <>
      <aside className={styles["bar"]} aria-label={t`Acting as a customer`}>
        <Icon name="eye" />
        <p className={styles["who"]}>
          <Trans>
            You're acting as <b>{name}</b> <span className={styles["email"]}>({user.email})</span>{" "}
            with the {role} role
          </Trans>
        </p>
        {failure !== null && <p role="alert">{failure}</p>}
        <p className={styles["left"]}>
          <span className="visually-hidden">{t`Time left`}: </span>
          <span role="timer">{stopwatch(left)}</span>
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
