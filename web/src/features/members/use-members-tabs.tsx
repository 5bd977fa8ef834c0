import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHasPermission } from "../../lib/session/permissions.ts";

/** Who is in the workspace, and who is asked to be. Nothing to switch between for whoever sees no invitations. */
export function useMembersTabs(workspace: string): ReactNode | undefined {
  const seesInvites = useHasPermission("invite.view");
  if (!seesInvites) return undefined;
  return (
    <>
      <Link
        to="/$workspace/settings/team-members"
        params={{ workspace }}
        activeOptions={{ includeSearch: false }}
      >
        <Trans>Members</Trans>
      </Link>
      <Link
        to="/$workspace/settings/pending-team-members"
        params={{ workspace }}
        activeOptions={{ includeSearch: false }}
      >
        <Trans>Invitations</Trans>
      </Link>
    </>
  );
}
