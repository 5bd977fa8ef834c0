/** What happened, as a sentence: who did what to which thing, each thing a link where it still has a page. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity.ts";
import styles from "./activity.module.css";

type Target = Activity["target"];

export interface Deed {
  readonly action: string;
  readonly actorName: string;
  readonly target: Target;
  /** Where they are known, they tell what exactly was done. */
  readonly changes?: Activity["changes"];
}

interface SentenceProps {
  readonly workspace: string;
  readonly deed: Deed;
}

export function Sentence({ workspace, deed }: SentenceProps) {
  const who = <b>{deed.actorName}</b>;
  const what = (
    <Thing
      workspace={workspace}
      target={deed.target}
      isGone={deed.action === "credentials.remove"}
    />
  );
  return <span className={styles["sentence"]}>{tell(deed, who, what)}</span>;
}

function tell(deed: Deed, who: ReactNode, what: ReactNode): ReactNode {
  switch (deed.action) {
    case "workspaces.create":
      return (
        <Trans>
          {who} opened the workspace {what}
        </Trans>
      );
    case "projects.create":
      return (
        <Trans>
          {who} added the project {what}
        </Trans>
      );
    case "credentials.create":
      return (
        <Trans>
          {who} added the key {what}
        </Trans>
      );
    case "credentials.setDefault":
      return (
        <Trans>
          {who} made {what} the default key
        </Trans>
      );
    case "credentials.remove":
      return (
        <Trans>
          {who} deleted the key {what}
        </Trans>
      );
    case "instances.order":
      return (
        <Trans>
          {who} ordered {what}
        </Trans>
      );
    case "instances.terminate":
      return (
        <Trans>
          {who} terminated {what}
        </Trans>
      );
    case "instances.ready":
      return <Trans>{what} is ready</Trans>;
    case "instances.failed":
      return <Trans>{what} failed</Trans>;
    case "instances.reset":
      return tellReset(deed, who, what);
    default:
      return (
        <Trans>
          {who}: {deed.action} {what}
        </Trans>
      );
  }
}

function tellReset({ changes = [] }: Deed, who: ReactNode, what: ReactNode): ReactNode {
  switch (changes.find(({ field }) => field === "action")?.to) {
    case "reboot":
      return (
        <Trans>
          {who} rebooted {what}
        </Trans>
      );
    case "hard_reboot":
      return (
        <Trans>
          {who} rebooted {what} by force
        </Trans>
      );
    case "power_on":
      return (
        <Trans>
          {who} powered {what} on
        </Trans>
      );
    case "power_off":
      return (
        <Trans>
          {who} powered {what} off
        </Trans>
      );
    default:
      return (
        <Trans>
          {who} changed the power of {what}
        </Trans>
      );
  }
}

function Thing({
  workspace,
  target,
  isGone,
}: {
  workspace: string;
  target: Target;
  isGone: boolean;
}) {
  if (target === null) return null;
  const { type, id, name } = target;
  if (isGone) return <b>{name}</b>;
  switch (type) {
    case "instance":
      return (
        <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: id }}>
          {name}
        </Link>
      );
    case "project":
      return (
        <Link to="/$workspace/projects/$projectID" params={{ workspace, projectID: id }}>
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
    default:
      return <b>{name}</b>;
  }
}
