/** Activity sentences of members and invites. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentenceContext } from "./shared/activity-sentence.tsx";

export function describeMemberActivity({
  activity,
  actor,
  target,
}: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "members.setRole":
      return activity.changes?.some(({ field }) => field === "role") === false ? (
        <Trans>
          {actor} changed which projects {target} can access
        </Trans>
      ) : (
        <Trans>
          {actor} changed the role of {target}
        </Trans>
      );
    case "members.remove":
      return (
        <Trans>
          {actor} removed {target} from the workspace
        </Trans>
      );
    case "members.leave":
      return <Trans>{actor} left the workspace</Trans>;
    case "members.reassignOwner":
      return (
        <Trans>
          {actor} transferred ownership to {target}
        </Trans>
      );
    default:
      return null;
  }
}

export function describeInviteActivity({
  activity,
  actor,
  target,
}: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "invites.create":
      return (
        <Trans>
          {actor} invited {target}
        </Trans>
      );
    case "invites.resend":
      return (
        <Trans>
          {actor} resent the invitation to {target}
        </Trans>
      );
    case "invites.link":
      return (
        <Trans>
          {actor} created a new invitation link for {target}
        </Trans>
      );
    case "invites.revoke":
      return (
        <Trans>
          {actor} revoked the invitation to {target}
        </Trans>
      );
    case "invites.join":
      return <Trans>{actor} joined the workspace</Trans>;
    default:
      return null;
  }
}
