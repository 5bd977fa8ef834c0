/** Sentences of what is done with projects. */
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { movedOf } from "./details.ts";
import type { Tale } from "./sentence.tsx";

export function tellOfProjects(tale: Tale): ReactNode | null {
  const { deed, who, what } = tale;
  switch (deed.action) {
    case "projects.create":
      return (
        <Trans>
          {who} created the project {what}
        </Trans>
      );
    case "projects.update":
      return tellChange(tale);
    case "projects.remove":
      return (
        <Trans>
          {who} deleted the project {what}
        </Trans>
      );
    case "projects.assign":
      return (
        <Trans>
          {who} moved <Moved tale={tale} /> to {what}
        </Trans>
      );
    case "projects.unassign":
      return (
        <Trans>
          {who} moved <Moved tale={tale} /> back to {what}
        </Trans>
      );
    default:
      return null;
  }
}

function tellChange({ deed: { changes = [] }, who, what }: Tale): ReactNode {
  const [first] = changes;
  if (changes.length === 1 && first?.field === "name" && typeof first.from === "string")
    return (
      <Trans>
        {who} renamed the project <b>{first.from}</b> to {what}
      </Trans>
    );
  return (
    <Trans>
      {who} updated the project {what}
    </Trans>
  );
}

/** One machine by its name, several by their number. */
function Moved({ tale: { deed } }: { tale: Tale }) {
  const names = movedOf(deed.changes ?? []);
  const [only] = names;
  if (names.length === 1) return <b>{only}</b>;
  return <Plural value={names.length} _0="no instances" one="# instance" other="# instances" />;
}
