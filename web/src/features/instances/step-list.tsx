import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance, InstanceLog } from "#contracts/instances.ts";
import { formatDuration, formatElapsed } from "../../lib/i18n/format.ts";
import { causeLabel, waitingLabel } from "./shared/instance-labels.ts";
import { stepLabel } from "./shared/step-labels.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Icon } from "../../ui/icons.tsx";
import { stepDurationSeconds } from "./group-commands.ts";
import styles from "./step-list.module.css";

/** The steps of one command in the order of execution. */
export function StepList({
  steps,
  instance,
}: {
  steps: readonly InstanceLog[];
  instance: Instance;
}) {
  return (
    <ol className={styles["steps"]}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={styles["step"]}
          data-status={step.status}
          data-waiting={step.waitingReason === null ? undefined : true}
          aria-current={step.status === "in_progress" ? "step" : undefined}
        >
          <span className={styles["icon"]} aria-hidden="true">
            {step.status === "complete" && <Icon name="check" size={12} />}
            {step.status === "failed" && <Icon name="close" size={12} />}
          </span>
          <StepBody step={step} instance={instance} />
        </li>
      ))}
    </ol>
  );
}

function StepBody({ step, instance }: { step: InstanceLog; instance: Instance }) {
  const { t, i18n } = useLingui();
  const { title, note } = stepLabel(i18n, step, instance);
  const isWaiting = step.waitingReason !== null;
  const cause =
    step.waitingReason === null
      ? causeLabel(i18n, step.detail)
      : waitingLabel(i18n, step.waitingReason);
  const causeSince = step.waitingForStaffSince ?? step.waitingSince;
  const usual = step.typicalSeconds === null ? null : formatDuration(step.typicalSeconds);
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
        {step.status === "in_progress" && !isWaiting ? (
          <RunningStepTime step={step} />
        ) : (
          <StepDuration step={step} />
        )}
      </p>
      {step.status === "in_progress" && cause === null && usual !== null && (
        <StepProgress step={step} typicalDuration={usual} />
      )}
      {cause !== null && (
        <p className={styles["cause"]}>
          <Facts
            items={[
              cause,
              causeSince !== null && (
                <Trans key="since">
                  since <RelativeTime at={causeSince} exact />
                </Trans>
              ),
            ]}
          />
        </p>
      )}
      {cause === null && step.status === "pending" && note === null && usual !== null && (
        <p className={styles["note"]}>{t`Usually ${usual}`}</p>
      )}
      {cause === null && note !== null && <p className={styles["note"]}>{note}</p>}
      {step.note !== null && <StepResolution step={step} note={step.note} />}
    </div>
  );
}

/** What Support decided about a step that waited for them. */
function StepResolution({ step, note }: { step: InstanceLog; note: string }) {
  const isStopped = step.detail === "failed_by_support";
  return (
    <p className={styles["note"]}>
      {isStopped ? (
        <Trans>Support stopped the operation: {note}</Trans>
      ) : (
        <Trans>Support completed this step: {note}</Trans>
      )}
    </p>
  );
}

function StepDuration({ step }: { step: InstanceLog }) {
  const { t } = useLingui();
  const seconds = step.finishedAt === null ? null : stepDurationSeconds(step, 0);
  if (seconds === null) return null;
  return seconds === 0 ? t`under 1 s` : formatDuration(seconds);
}

function RunningStepTime({ step }: { step: InstanceLog }) {
  const seconds = stepDurationSeconds(step, useNow("second"));
  return seconds === null ? null : formatElapsed(seconds);
}

function StepProgress({ step, typicalDuration }: { step: InstanceLog; typicalDuration: string }) {
  const { t } = useLingui();
  const seconds = stepDurationSeconds(step, useNow("second")) ?? 0;
  const soFar = formatDuration(seconds);
  const isLate = step.typicalSeconds !== null && seconds > 2 * step.typicalSeconds;
  return (
    <p className={styles["note"]}>
      {isLate
        ? t`Usually ${typicalDuration}; ${soFar} so far. It continues automatically.`
        : t`Usually ${typicalDuration}; ${soFar} so far`}
    </p>
  );
}
