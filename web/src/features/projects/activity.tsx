/** Activity sentences of projects. */
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import {
  asText,
  changedValue,
  type FeatureActivity,
  type SentenceContext,
  type TargetProps,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: describeProjectActivity,
  detail: describeProjectDetail,
  targets: { project: ProjectLink },
  deletingActions: ["projects.remove"],
};

function ProjectLink({ workspace, target: { id, name } }: TargetProps) {
  return (
    <Link to="/$workspace/projects/$projectID/instances" params={{ workspace, projectID: id }}>
      {name}
    </Link>
  );
}

/** Names of the moved instances. */
const movedInstanceNames = (changes: Activity["changes"]): readonly string[] =>
  changes.flatMap(({ field, to }) => (field === "instance" && typeof to === "string" ? [to] : []));

function describeProjectDetail(
  i18n: I18n,
  { action, changes }: Pick<Activity, "action" | "changes">,
): string | null {
  switch (action) {
    case "projects.assign":
    case "projects.unassign": {
      const names = movedInstanceNames(changes);
      return names.length < 2 ? null : names.join(", ");
    }
    case "projects.remove": {
      const target = asText(changedValue(changes, "instancesMovedTo"));
      return target === null ? null : i18n._(msg`Instances moved to ${target}`);
    }
    default:
      return null;
  }
}

function describeProjectActivity(context: SentenceContext): ReactNode | null {
  const { activity, actor, target } = context;
  switch (activity.action) {
    case "projects.create":
      return (
        <Trans>
          {actor} created the project {target}
        </Trans>
      );
    case "projects.update":
      return describeProjectUpdate(context);
    case "projects.remove":
      return (
        <Trans>
          {actor} deleted the project {target}
        </Trans>
      );
    case "projects.setBudget":
      return (
        <Trans>
          {actor} set the budget of the project {target}
        </Trans>
      );
    case "projects.removeBudget":
      return (
        <Trans>
          {actor} removed the budget of the project {target}
        </Trans>
      );
    case "projects.budgetLevelReached":
      return <Trans>The cost of the project {target} reached a level of its budget</Trans>;
    case "projects.assign":
      return (
        <Trans>
          {actor} moved <MovedInstances context={context} /> to {target}
        </Trans>
      );
    case "projects.unassign":
      return (
        <Trans>
          {actor} moved <MovedInstances context={context} /> back to {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeProjectUpdate({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  const [first] = changes;
  if (changes.length === 1 && first?.field === "name" && typeof first.from === "string")
    return (
      <Trans>
        {actor} renamed the project <b>{first.from}</b> to {target}
      </Trans>
    );
  if (changes.length === 1 && first?.field === "description")
    return (
      <Trans>
        {actor} changed the description of the project {target}
      </Trans>
    );
  if (changes.length === 1 && first?.field === "colour")
    return (
      <Trans>
        {actor} changed the color of the project {target}
      </Trans>
    );
  return (
    <Trans>
      {actor} updated the project {target}
    </Trans>
  );
}

/** The name of a single instance, the number of several. */
function MovedInstances({ context: { activity } }: { context: SentenceContext }) {
  const names = movedInstanceNames(activity.changes ?? []);
  const [only] = names;
  if (names.length === 1) return <b>{only}</b>;
  return <Plural value={names.length} _0="no instances" one="# instance" other="# instances" />;
}
