/** An activity as a sentence: actor, action and target, which is a link if it still has a page. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { activityTypeOfAction, typeLabels } from "../activity-labels.ts";
import type { DescribedActivity, SentenceContext } from "./feature-activity.ts";
import { describeAction, describeFailedAction, linkToTarget } from "../feature-activities.ts";
import styles from "../activity.module.css";

interface SentenceProps {
  /** Handle of the workspace; null if it is unknown, then the target is no link. */
  readonly workspace: string | null;
  readonly activity: DescribedActivity;
}

export function ActivitySentence({ workspace, activity }: SentenceProps) {
  const context: SentenceContext = {
    activity,
    actor: <Actor activity={activity} />,
    target: <Target workspace={workspace} activity={activity} />,
  };
  return (
    <span className={styles["sentence"]}>
      {activity.result === undefined || activity.result === "ok" ? (
        describeActivity(context)
      ) : (
        <FailedActivity {...context} />
      )}
    </span>
  );
}

const describeActivity = (context: SentenceContext): ReactNode =>
  describeAction(context) ?? (
    <Trans>
      {context.actor}: {context.activity.action} {context.target}
    </Trans>
  );

/** Sentence of an attempt that was denied or failed. */
function FailedActivity(context: SentenceContext) {
  const { activity, actor, target } = context;
  const { t, i18n } = useLingui();
  const type = activityTypeOfAction(activity.action);
  const area = type === null ? activity.action : i18n._(typeLabels[type]);
  const object = activity.target === null ? t`a resource` : target;
  const described = describeFailedAction(context);
  if (described !== null) return described;
  return activity.result === "denied" ? (
    <Trans>
      {actor} was denied access to {object} ({area})
    </Trans>
  ) : (
    <Trans>
      {actor} tried to change {object}, but it failed ({area})
    </Trans>
  );
}

function Actor({ activity: { actorName, onBehalfOf } }: { activity: DescribedActivity }) {
  const { t } = useLingui();
  const name = actorName === "" ? t`Someone` : actorName;
  if (onBehalfOf === undefined || onBehalfOf === null) return <b>{name}</b>;
  return (
    <Trans>
      <b>{name}</b>, acting as <b>{onBehalfOf.name}</b>,
    </Trans>
  );
}

function Target({
  workspace,
  activity: { action, target },
}: {
  workspace: string | null;
  activity: DescribedActivity;
}) {
  if (target === null) return null;
  const link = workspace === null ? null : linkToTarget(action, { workspace, target });
  return link ?? <b>{target.name}</b>;
}
