/** Sentences of what is done in a workspace. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";
import { tellOfInvites, tellOfMembers } from "./tell-members.tsx";
import { tellOfProjects } from "./tell-projects.tsx";
import { tellOfTokens } from "./tell-tokens.tsx";

export function tellOfWorkspace(tale: Tale): ReactNode | null {
  const { deed, who, what } = tale;
  switch (deed.action) {
    case "workspaces.create":
      return (
        <Trans>
          {who} created the workspace {what}
        </Trans>
      );
    case "workspaces.update":
      return tellChange(tale);
    case "workspaces.makeDefault":
      return (
        <Trans>
          {who} made {what} their default workspace
        </Trans>
      );
    case "workspaces.remove":
    case "adminWorkspaces.remove":
      return (
        <Trans>
          {who} deactivated the workspace {what}
        </Trans>
      );
    case "adminWorkspaces.restore":
      return (
        <Trans>
          {who} restored the workspace {what}
        </Trans>
      );
    case "credentials.create":
      return (
        <Trans>
          {who} added the SSH key {what}
        </Trans>
      );
    case "credentials.setDefault":
      return (
        <Trans>
          {who} made {what} the default SSH key
        </Trans>
      );
    case "credentials.remove":
      return (
        <Trans>
          {who} deleted the SSH key {what}
        </Trans>
      );
    case "instances.order":
      return (
        <Trans>
          {who} created {what}
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
      return <Trans>{what} couldn't be created</Trans>;
    case "instances.reset":
      return tellReset(tale);
    default:
      return (
        tellOfMembers(tale) ?? tellOfInvites(tale) ?? tellOfProjects(tale) ?? tellOfTokens(tale)
      );
  }
}

/** By what weighs most: an address that moved concerns everyone who uses it. */
function tellChange({ deed: { changes = [] }, who, what }: Tale): ReactNode {
  const toOf = (name: string) => changes.find(({ field }) => field === name)?.to;
  const handle = toOf("handle");
  if (typeof handle === "string")
    return (
      <Trans>
        {who} changed the handle of the workspace {what} to <b>{handle}</b>
      </Trans>
    );
  if (toOf("name") !== undefined)
    return (
      <Trans>
        {who} renamed the workspace to {what}
      </Trans>
    );
  if (toOf("colour") !== undefined)
    return (
      <Trans>
        {who} changed the color of the workspace {what}
      </Trans>
    );
  return (
    <Trans>
      {who} updated the workspace {what}
    </Trans>
  );
}

function tellReset({ deed: { changes = [] }, who, what }: Tale): ReactNode {
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
          {who} force-rebooted {what}
        </Trans>
      );
    case "power_on":
      return (
        <Trans>
          {who} powered on {what}
        </Trans>
      );
    case "power_off":
      return (
        <Trans>
          {who} powered off {what}
        </Trans>
      );
    default:
      return (
        <Trans>
          {who} changed the power state of {what}
        </Trans>
      );
  }
}
