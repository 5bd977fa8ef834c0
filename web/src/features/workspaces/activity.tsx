/** Activity sentences of workspaces, including those of staff actions. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FeatureActivity, SentenceContext } from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = { describe: describeWorkspaceActivity };

function describeWorkspaceActivity(context: SentenceContext): ReactNode | null {
  const { activity, actor, target } = context;
  switch (activity.action) {
    case "workspaces.create":
      return (
        <Trans>
          {actor} created the workspace {target}
        </Trans>
      );
    case "workspaces.update":
      return describeWorkspaceUpdate(context);
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
    case "adminWorkspaces.suspend":
      return (
        <Trans>
          {actor} suspended the workspace {target}
        </Trans>
      );
    case "adminWorkspaces.lift":
      return (
        <Trans>
          {actor} lifted the suspension of the workspace {target}
        </Trans>
      );
    case "adminWorkspaces.restore":
      return (
        <Trans>
          {actor} restored the workspace {target}
        </Trans>
      );
    default:
      return null;
  }
}

/** A changed handle comes first, because it changes the URLs that everyone uses. */
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
