import { Trans, useLingui } from "@lingui/react/macro";
import { type Invite, invites, resendIntervalSeconds } from "#contracts/members.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-with-code.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { useNow } from "../../lib/hooks/use-now.ts";

/** Row menu of an invite; `onLink` opens the dialog with a link to share. */
export function useInviteMenu(
  onLink: (invite: Invite) => void,
): (invite: Invite) => readonly MenuEntryWithCode[] {
  const { t } = useLingui();
  const whyNot = useDisabledReason();
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

  const over = ({ status }: Invite): string | null => {
    if (status === "accepted") return t`Already accepted`;
    return status === "revoked" ? t`Already revoked. Send a new invitation instead.` : null;
  };
  const tooSoon = ({ mailedAt }: Invite): string | null => {
    const left = Math.ceil((Date.parse(mailedAt) - now) / 1000) + resendIntervalSeconds;
    return left > 0 ? t`Just sent. You can resend it in ${left} seconds.` : null;
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
  const permission = "member.invite";
  return (invite) => [
    {
      label: t`Resend`,
      icon: "refresh",
      reason: whyNot({ permission, reason: over(invite) ?? tooSoon(invite) }),
      ...resend.now({ path: { workspace, invite: invite.id } }),
    },
    {
      label: t`Copy link`,
      icon: "copy",
      reason: whyNot({ permission, reason: over(invite) }),
      onSelect: () => onLink(invite),
    },
    { kind: "rule" },
    {
      label: t`Revoke`,
      icon: "trash",
      tone: "danger",
      reason: whyNot({
        permission,
        reason:
          invite.status === "accepted"
            ? t`Already accepted`
            : invite.status === "revoked"
              ? t`Already revoked`
              : null,
      }),
      ...askRevoke(invite),
    },
  ];
}
