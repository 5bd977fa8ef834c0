/** Sentences of who is in a workspace, and who is asked to join. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export function tellOfMembers({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "members.setRole":
      return deed.changes?.some(({ field }) => field === "role") === false ? (
        <Trans>
          {who} changed which projects {what} can access
        </Trans>
      ) : (
        <Trans>
          {who} changed the role of {what}
        </Trans>
      );
    case "members.remove":
      return (
        <Trans>
          {who} removed {what} from the workspace
        </Trans>
      );
    case "members.leave":
      return <Trans>{who} left the workspace</Trans>;
    case "members.reassignOwner":
      return (
        <Trans>
          {who} transferred ownership to {what}
        </Trans>
      );
    default:
      return null;
  }
}

export function tellOfInvites({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "invites.create":
      return (
        <Trans>
          {who} invited {what}
        </Trans>
      );
    case "invites.resend":
      return (
        <Trans>
          {who} resent the invitation to {what}
        </Trans>
      );
    case "invites.link":
      return (
        <Trans>
          {who} created a new invitation link for {what}
        </Trans>
      );
    case "invites.revoke":
      return (
        <Trans>
          {who} revoked the invitation to {what}
        </Trans>
      );
    case "invites.join":
      return <Trans>{who} joined the workspace</Trans>;
    default:
      return null;
  }
}
