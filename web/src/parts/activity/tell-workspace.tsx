/** Sentences of what is done in a workspace. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export function tellOfWorkspace(tale: Tale): ReactNode | null {
  const { deed, who, what } = tale;
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
      return tellReset(tale);
    default:
      return tellMembers(tale) ?? tellInvites(tale);
  }
}

function tellMembers({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "members.setRole":
      return deed.changes?.some(({ field }) => field === "role") === false ? (
        <Trans>
          {who} changed the projects of {what}
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
          {who} made {what} the owner
        </Trans>
      );
    default:
      return null;
  }
}

function tellInvites({ deed, who, what }: Tale): ReactNode | null {
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
          {who} sent the invitation to {what} again
        </Trans>
      );
    case "invites.link":
      return (
        <Trans>
          {who} made a new link of the invitation to {what}
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
