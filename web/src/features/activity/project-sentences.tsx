/** Activity sentences of projects. */
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { movedInstanceNames } from "./activity-detail-text.ts";
import type { SentenceContext } from "./shared/activity-sentence.tsx";

export function describeProjectActivity(tale: SentenceContext): ReactNode | null {
  const { activity, actor, target } = tale;
  switch (activity.action) {
    case "projects.create":
      return (
        <Trans>
          {actor} created the project {target}
        </Trans>
      );
    case "projects.update":
      return describeProjectUpdate(tale);
    case "projects.remove":
      return (
        <Trans>
          {actor} deleted the project {target}
        </Trans>
      );
    case "projects.assign":
      return (
        <Trans>
          {actor} moved <MovedInstances tale={tale} /> to {target}
        </Trans>
      );
    case "projects.unassign":
      return (
        <Trans>
          {actor} moved <MovedInstances tale={tale} /> back to {target}
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
  return (
    <Trans>
      {actor} updated the project {target}
    </Trans>
  );
}

/** One instance by name, several by their number. */
function MovedInstances({ tale: { activity } }: { tale: SentenceContext }) {
  const names = movedInstanceNames(activity.changes ?? []);
  const [only] = names;
  if (names.length === 1) return <b>{only}</b>;
  return <Plural value={names.length} _0="no instances" one="# instance" other="# instances" />;
}
