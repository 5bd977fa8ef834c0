/** Activity sentences of workspaces. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentenceContext } from "./shared/activity-sentence.tsx";
import { describeInviteActivity, describeMemberActivity } from "./member-sentences.tsx";
import { describeProjectActivity } from "./project-sentences.tsx";
import { describeTokenActivity } from "./token-sentences.tsx";

export function describeWorkspaceActivity(tale: SentenceContext): ReactNode | null {
  const { activity, actor, target } = tale;
  switch (activity.action) {
    case "workspaces.create":
      return (
        <Trans>
          {actor} created the workspace {target}
        </Trans>
      );
    case "workspaces.update":
      return describeWorkspaceUpdate(tale);
    case "workspaces.makeDefault":
      return (
        <Trans>
          {actor} made {target} their default workspace
        </Trans>
      );
    case "workspaces.remove":
    case "adminWorkspaces.remove":
      return (
        <Trans>
          {actor} deactivated the workspace {target}
        </Trans>
      );
    case "adminWorkspaces.restore":
      return (
        <Trans>
          {actor} restored the workspace {target}
        </Trans>
      );
    case "credentials.create":
      return (
        <Trans>
          {actor} added the SSH key {target}
        </Trans>
      );
    case "credentials.setDefault":
      return (
        <Trans>
          {actor} made {target} the default SSH key
        </Trans>
      );
    case "credentials.remove":
      return (
        <Trans>
          {actor} deleted the SSH key {target}
        </Trans>
      );
    case "instances.order":
      return (
        <Trans>
          {actor} created {target}
        </Trans>
      );
    case "instances.terminate":
      return (
        <Trans>
          {actor} terminated {target}
        </Trans>
      );
    case "instances.ready":
      return <Trans>{target} is ready</Trans>;
    case "instances.failed":
      return <Trans>{target} couldn't be created</Trans>;
    case "instances.reset":
      return describeInstanceAction(tale);
    default:
      return (
        describeMemberActivity(tale) ??
        describeInviteActivity(tale) ??
        describeProjectActivity(tale) ??
        describeTokenActivity(tale)
      );
  }
}

/** Chooses the sentence by the most important change: a new handle affects all users of the URL. */
function describeWorkspaceUpdate({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  const newValue = (name: string) => changes.find(({ field }) => field === name)?.to;
  const handle = newValue("handle");
  if (typeof handle === "string")
    return (
      <Trans>
        {actor} changed the handle of the workspace {target} to <b>{handle}</b>
      </Trans>
    );
  if (newValue("name") !== undefined)
    return (
      <Trans>
        {actor} renamed the workspace to {target}
      </Trans>
    );
  if (newValue("colour") !== undefined)
    return (
      <Trans>
        {actor} changed the color of the workspace {target}
      </Trans>
    );
  return (
    <Trans>
      {actor} updated the workspace {target}
    </Trans>
  );
}

function describeInstanceAction({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  switch (changes.find(({ field }) => field === "action")?.to) {
    case "reboot":
      return (
        <Trans>
          {actor} rebooted {target}
        </Trans>
      );
    case "hard_reboot":
      return (
        <Trans>
          {actor} force-rebooted {target}
        </Trans>
      );
    case "power_on":
      return (
        <Trans>
          {actor} powered on {target}
        </Trans>
      );
    case "power_off":
      return (
        <Trans>
          {actor} powered off {target}
        </Trans>
      );
    default:
      return (
        <Trans>
          {actor} changed the power state of {target}
        </Trans>
      );
  }
}
