import { Trans, useLingui } from "@lingui/react/macro";
import { inviteActions, resendWaitSeconds } from "#contracts/actions/members.ts";
import { type Invite, invites } from "#contracts/members.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionDenial, useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { denialMessage } from "../../lib/i18n/denial-messages.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { useNow } from "../../lib/hooks/use-now.ts";

/** Row menu of an invite; `onLink` opens the dialog with a link to share. */
export function useInviteMenu(
  onLink: (invite: Invite) => void,
): (invite: Invite) => readonly MenuEntryWithCode[] {
  const { t, i18n } = useLingui();
  const denialOf = useActionDenial();
  const reasonFor = useActionReason();
  const now = useNow("second");
  const { handle: workspace } = useWorkspace();
  const resend = useEndpointAction(invites.resend, {
    invalidates: [invites.list],
    successMessage: ({ email }) => t`Invitation resent to ${email}`,
  });
  const revoke = useEndpointAction(invites.revoke, {
    invalidates: [invites.list],
    successMessage: ({ email }) => t`Invitation to ${email} revoked`,
  });

  /** Shows a countdown if the invitation can't be resent only because it was just sent. */
  const resendReason = (invite: Invite): string | null => {
    const denial = denialOf(inviteActions.resend, invite, { now });
    if (denial?.code !== "invite_just_sent") return denial && denialMessage(i18n, denial);
    const left = resendWaitSeconds(invite, new Date(now));
    return t`Just sent. You can resend it in ${left} seconds.`;
  };
  const askRevoke = ({ id, email }: Invite) =>
    withConfirmation({
      severity: "disruptive",
      title: t`Revoke the invitation to ${email}?`,
      confirmLabel: t`Revoke invitation`,
      text: <Trans>The link stops working immediately. The person isn't notified.</Trans>,
      code: revoke.code({ path: { workspace, invite: id } }),
      action: () => revoke.run({ path: { workspace, invite: id } }),
    });
  return (invite) => [
    {
      label: t`Resend`,
      icon: "refresh",
      reason: resendReason(invite),
      ...resend.now({ path: { workspace, invite: invite.id } }),
    },
    {
      label: t`Copy link`,
      icon: "copy",
      reason: reasonFor(inviteActions.link, invite),
      onSelect: () => onLink(invite),
    },
    { kind: "rule" },
    {
      label: t`Revoke`,
      icon: "trash",
      tone: "danger",
      reason: reasonFor(inviteActions.revoke, invite),
      ...askRevoke(invite),
    },
  ];
}
