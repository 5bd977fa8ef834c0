import { Trans, useLingui } from "@lingui/react/macro";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { Callout } from "../../../ui/feedback.tsx";
import type { PendingInvitation } from "./pending-invite.ts";

/** Above the forms of an invited guest: who invited them to which workspace. */
export function InvitationNote({ invitation }: { invitation: PendingInvitation }) {
  const { i18n } = useLingui();
  const { workspace, role, invitedBy } = invitation;
  return (
    <Callout>
      <Trans>
        {invitedBy} invited you to <b>{workspace}</b>. Your role: {workspaceRoleLabel(i18n, role)}.
      </Trans>
    </Callout>
  );
}

/** Help of the email field while another address than the invited one is typed. */
export function useInvitedEmailHelp(
  invitation: PendingInvitation | null,
  typed: string,
): string | undefined {
  const { t } = useLingui();
  if (invitation === null || typed.trim().toLowerCase() === invitation.email.toLowerCase())
    return undefined;
  return t`The invitation is for ${invitation.email}. No other address can accept it.`;
}
