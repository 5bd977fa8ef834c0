/** What happened, as a sentence: who did what to which thing, each thing a link where it still has a page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity.ts";
import styles from "./activity.module.css";
import { tellInVain, tellOfAccount } from "./tell-account.tsx";
import { tellOfStaff } from "./tell-staff.tsx";
import { tellOfWorkspace } from "./tell-workspace.tsx";
import { typeOf, useTypeWords } from "./words.ts";

export interface Deed {
  readonly action: string;
  readonly actorName: string;
  readonly target: Activity["target"];
  /** Whom staff acted as. */
  readonly onBehalfOf?: Activity["onBehalfOf"];
  /** `ok` where not said. */
  readonly result?: Activity["result"];
  /** Where they are known, they tell what exactly was done. */
  readonly changes?: Activity["changes"];
}

/** A deed, with its doer and its thing as they are shown. */
export interface Tale {
  readonly deed: Deed;
  readonly who: ReactNode;
  readonly what: ReactNode;
}

/** After these there is nothing left to lead to. */
const goneAfter: ReadonlySet<string> = new Set([
  "credentials.remove",
  "members.remove",
  "projects.remove",
]);

interface SentenceProps {
  /** Where the things are; null where that is not known, and nothing is a link. */
  readonly workspace: string | null;
  readonly deed: Deed;
}

export function Sentence({ workspace, deed }: SentenceProps) {
  const tale: Tale = {
    deed,
    who: <Doer deed={deed} />,
    what: <Thing workspace={workspace} target={deed.target} isGone={goneAfter.has(deed.action)} />,
  };
  return (
    <span className={styles["sentence"]}>
      {deed.result === undefined || deed.result === "ok" ? tell(tale) : <Vain {...tale} />}
    </span>
  );
}

const tell = (tale: Tale): ReactNode =>
  tellOfWorkspace(tale) ??
  tellOfAccount(tale) ??
  tellOfStaff(tale) ?? (
    <Trans>
      {tale.who}: {tale.deed.action} {tale.what}
    </Trans>
  );

/** What was tried and not done. */
function Vain(tale: Tale) {
  const { deed, who, what } = tale;
  const words = useTypeWords();
  const { t } = useLingui();
  const type = typeOf(deed.action);
  const area = type === null ? deed.action : words[type];
  const object = deed.target === null ? t`a resource` : what;
  const own = tellInVain(tale);
  if (own !== null) return own;
  return deed.result === "denied" ? (
    <Trans>
      {who} was denied access to {object} ({area})
    </Trans>
  ) : (
    <Trans>
      {who} tried to change {object}, but it failed ({area})
    </Trans>
  );
}

function Doer({ deed: { actorName, onBehalfOf } }: { deed: Deed }) {
  const { t } = useLingui();
  const name = actorName === "" ? t`Someone` : actorName;
  if (onBehalfOf === undefined || onBehalfOf === null) return <b>{name}</b>;
  return (
    <Trans>
      <b>{name}</b>, acting as <b>{onBehalfOf.name}</b>,
    </Trans>
  );
}

function Thing({
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
