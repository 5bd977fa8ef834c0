import { Trans, useLingui } from "@lingui/react/macro";
import { type Invite, invites, resendAfterSeconds } from "#contracts/members.ts";
import type { CodedEntry } from "../../blocks/coded-entries.ts";
import { asking } from "../../blocks/confirm.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { useAction } from "../../blocks/use-action.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { useNow } from "../../lib/use-now.ts";

/** The menu of an invitation's row; `onLink` opens the dialog with a link to hand over. */
export function useInviteMenu(
  onLink: (invite: Invite) => void,
): (invite: Invite) => readonly CodedEntry[] {
  const { t } = useLingui();
  const whyNot = useWhyNot();
  const now = useNow("second");
  const { handle: workspace } = useWorkspace();
  const resend = useAction(invites.resend, {
    refreshes: [invites.list],
    done: ({ email }) => t`Invitation resent to ${email}`,
  });
  const revoke = useAction(invites.revoke, {
    refreshes: [invites.list],
    done: ({ email }) => t`Invitation to ${email} revoked`,
  });

  const over = ({ status }: Invite): string | null => {
    if (status === "accepted") return t`Already accepted`;
    return status === "revoked" ? t`Already revoked. Send a new invitation instead.` : null;
  };
  const tooSoon = ({ mailedAt }: Invite): string | null => {
    const left = Math.ceil((Date.parse(mailedAt) - now) / 1000) + resendAfterSeconds;
    return left > 0 ? t`Just sent. You can resend it in ${left} seconds.` : null;
  };
  const askRevoke = ({ id, email }: Invite) =>
    asking({
      habit: "interrupting",
      title: t`Revoke the invitation to ${email}?`,
      verb: t`Revoke invitation`,
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
