import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHasPermission } from "../../lib/session/permissions.ts";

/** Tabs of members and invites; undefined for roles that cannot see invites. */
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
