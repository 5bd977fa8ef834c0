/** An activity as a sentence: actor, action and target, each linked while its page exists. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity.ts";
import styles from "../activity.module.css";
import { describeFailedAccountActivity, describeAccountActivity } from "../account-sentences.tsx";
import { describeStaffActivity } from "../staff-sentences.tsx";
import { describeWorkspaceActivity } from "../workspace-sentences.tsx";
import { activityTypeOfAction, useActivityTypeLabels } from "../activity-labels.ts";

export interface DescribedActivity {
  readonly action: string;
  readonly actorName: string;
  readonly target: Activity["target"];
  /** The user whom staff impersonated. */
  readonly onBehalfOf?: Activity["onBehalfOf"];
  /** Defaults to `ok`. */
  readonly result?: Activity["result"];
  /** The changes; when present, they make the sentence more specific. */
  readonly changes?: Activity["changes"];
}

/** Everything a sentence builder needs: the activity, and its actor and target as rendered nodes. */
export interface SentenceContext {
  readonly activity: DescribedActivity;
  readonly actor: ReactNode;
  readonly target: ReactNode;
}

/** Actions that remove their target, so there is no page to link to. */
const deletingActions: ReadonlySet<string> = new Set([
  "credentials.remove",
  "members.remove",
  "projects.remove",
]);

interface SentenceProps {
  /** The workspace of the targets; null disables all links. */
  readonly workspace: string | null;
  readonly deed: DescribedActivity;
}

export function ActivitySentence({ workspace, deed: activity }: SentenceProps) {
  const tale: SentenceContext = {
    activity,
    actor: <Actor deed={activity} />,
    target: (
      <Target
        workspace={workspace}
        target={activity.target}
        isGone={deletingActions.has(activity.action)}
      />
    ),
  };
  return (
    <span className={styles["sentence"]}>
      {activity.result === undefined || activity.result === "ok" ? (
        describeActivity(tale)
      ) : (
        <FailedActivity {...tale} />
      )}
    </span>
  );
}

const describeActivity = (tale: SentenceContext): ReactNode =>
  describeWorkspaceActivity(tale) ??
  describeAccountActivity(tale) ??
  describeStaffActivity(tale) ?? (
    <Trans>
      {tale.actor}: {tale.activity.action} {tale.target}
    </Trans>
  );

/** The sentence of a failed activity. */
function FailedActivity(tale: SentenceContext) {
  const { activity, actor, target } = tale;
  const words = useActivityTypeLabels();
  const { t } = useLingui();
  const type = activityTypeOfAction(activity.action);
  const area = type === null ? activity.action : words[type];
  const object = activity.target === null ? t`a resource` : target;
  const own = describeFailedAccountActivity(tale);
  if (own !== null) return own;
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

function Actor({ deed: { actorName, onBehalfOf } }: { deed: DescribedActivity }) {
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
  target,
  isGone,
}: {
  workspace: string | null;
  target: Activity["target"];
  isGone: boolean;
}) {
  if (target === null) return null;
  const { type, id, name } = target;
  if (isGone || workspace === null) return <b>{name}</b>;
  switch (type) {
    case "instance":
      return (
        <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: id }}>
          {name}
        </Link>
      );
    case "project":
      return (
        <Link to="/$workspace/projects/$projectID/instances" params={{ workspace, projectID: id }}>
          {name}
        </Link>
      );
    case "credential":
      return (
        <Link
          to="/$workspace/settings/credentials"
          params={{ workspace }}
          search={{ search: name, searchBy: "name" }}
        >
          {name}
        </Link>
      );
    case "user":
      return (
        <Link
          to="/$workspace/settings/team-members"
          params={{ workspace }}
          search={{ search: name }}
        >
          {name}
        </Link>
      );
    case "invite":
      return (
        <Link to="/$workspace/settings/pending-team-members" params={{ workspace }}>
          {name}
        </Link>
      );
    default:
      return <b>{name}</b>;
  }
}
