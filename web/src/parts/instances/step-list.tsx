import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance, InstanceLog } from "#contracts/instances.ts";
import { duration, stopwatch } from "../../lib/format.ts";
import { wordCause, wordStep } from "../../lib/instance-words.ts";
import { useNow } from "../../lib/use-now.ts";
import { Time } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { secondsOf } from "./commands.ts";
import styles from "./step-list.module.css";

/** The steps of one order, from top to bottom as they happen. */
export function StepList({ steps, machine }: { steps: readonly InstanceLog[]; machine: Instance }) {
  return (
    <ol className={styles["steps"]}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={styles["step"]}
          data-status={step.status}
          aria-current={step.status === "in_progress" ? "step" : undefined}
        >
          <span className={styles["mark"]} aria-hidden="true">
            {step.status === "complete" && <Icon name="check" size={12} />}
            {step.status === "failed" && <Icon name="close" size={12} />}
          </span>
          <StepBody step={step} machine={machine} />
        </li>
      ))}
    </ol>
  );
}

function StepBody({ step, machine }: { step: InstanceLog; machine: Instance }) {
  const { t, i18n } = useLingui();
  const { title, note } = wordStep(i18n, step, machine);
  const cause = wordCause(i18n, step.detail);
  const usual = step.typicalSeconds === null ? null : duration(step.typicalSeconds);
  const spoken = {
    complete: t`done`,
    in_progress: t`in progress`,
    failed: t`failed`,
    pending: t`not started`,
  }[step.status];
  return (
    <div className={styles["body"]}>
      <p className={styles["title"]}>
        {title}
        <span className="visually-hidden"> ({spoken})</span>
      </p>
      <p className={styles["time"]}>
        {step.status === "in_progress" ? <Running step={step} /> : <Took step={step} />}
      </p>
      {step.status === "in_progress" && cause === null && usual !== null && (
        <Progress step={step} usual={usual} />
      )}
      {cause !== null && (
        <p className={styles["cause"]}>
          {cause}
          {step.waitingSince !== null && (
            <>
              {" · "}
              <Trans>
                since <Time at={step.waitingSince} exact />
              </Trans>
            </>
          )}
        </p>
      )}
      {cause === null && step.status === "pending" && note === null && usual !== null && (
        <p className={styles["note"]}>{t`Usually ${usual}`}</p>
      )}
      {cause === null && note !== null && <p className={styles["note"]}>{note}</p>}
    </div>
  );
}

function Took({ step }: { step: InstanceLog }) {
  const { t } = useLingui();
  const seconds = step.finishedAt === null ? null : secondsOf(step, 0);
  if (seconds === null) return null;
  return seconds === 0 ? t`under 1 s` : duration(seconds);
}

function Running({ step }: { step: InstanceLog }) {
  const seconds = secondsOf(step, useNow("second"));
  return seconds === null ? null : stopwatch(seconds);
}

function Progress({ step, usual }: { step: InstanceLog; usual: string }) {
  const { t } = useLingui();
  const seconds = secondsOf(step, useNow("second")) ?? 0;
  const soFar = duration(seconds);
  const isLate = step.typicalSeconds !== null && seconds > 2 * step.typicalSeconds;
  return (
    <p className={styles["note"]}>
      {isLate
        ? t`Usually ${usual}; ${soFar} so far. It continues automatically.`
        : t`Usually ${usual}; ${soFar} so far`}
    </p>
  );
}
