import { Trans, useLingui } from "@lingui/react/macro";
import type { InviteGuestPreview } from "#contracts/members.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { problemMessage, workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { SignInLink } from "./link-action.tsx";
import { AuthHeader, authStyles as styles } from "./shared/auth-form.tsx";
import type { PendingInvitation } from "./shared/pending-invite.ts";

/** What a guest sees after opening an invite link: who invites whom to what, before any form. */
export function InvitationPage({
  preview: { invitation, state },
}: {
  preview: InviteGuestPreview;
}) {
  return invitation === null ? (
    <ClosedInvitation state={state} />
  ) : (
    <OpenInvitation invitation={invitation} />
  );
}

/** Shown when the invitation could not be loaded. */
export function InvitationProblem({ error }: { error: unknown }) {
  const { t, i18n } = useLingui();
  if (error instanceof ProblemError && error.code === "token_action_expired")
    return (
      <>
        <AuthHeader title={t`Invitation not found`}>
          <Trans>
            The link may be incomplete, or a newer invitation has replaced it. Only the latest link
            works.
          </Trans>
        </AuthHeader>
        <SignInLink />
      </>
    );
  return (
    <>
      <AuthHeader title={t`You're invited`} />
      <Callout tone="danger">{problemMessage(i18n, error)}</Callout>
      <Button wide tone="primary" onClick={() => location.reload()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}

function OpenInvitation({ invitation }: { invitation: PendingInvitation }) {
  const { t, i18n } = useLingui();
  const { workspace, role, invitedBy, email, expiresAt } = invitation;
  return (
    <>
      <AuthHeader title={t`Join ${workspace}`}>
        <Trans>
          {invitedBy} invited you to the workspace <b>{workspace}</b>.
        </Trans>
      </AuthHeader>
      <div className={styles["facts"]}>
        <DescriptionList
          pairs={[
            [t`Your role`, workspaceRoleLabel(i18n, role)],
            [t`Sent to`, email],
            [t`Expires`, <RelativeTime key="until" at={expiresAt} exact />],
          ]}
        />
      </div>
      <div className={styles["alternatives"]}>
        <a href="/auth/register" className={buttonClass("primary", true)}>
          <Trans>Create account</Trans>
        </a>
        <a href="/auth/login" className={buttonClass("plain", true)}>
          <Trans>I have an account</Trans>
        </a>
      </div>
      <p className={styles["hint"]}>
        <Trans>You join the workspace after you've signed in and reviewed the invitation.</Trans>
      </p>
    </>
  );
}

function ClosedInvitation({ state }: Pick<InviteGuestPreview, "state">) {
  const message = useClosedMessage(state);
  return (
    <>
      <AuthHeader title={message.title}>{message.text}</AuthHeader>
      <SignInLink />
    </>
  );
}

function useClosedMessage(state: InviteGuestPreview["state"]): { title: string; text: string } {
  const { t } = useLingui();
  switch (state) {
    case "accepted":
      return {
        title: t`This invitation has already been used`,
        text: t`An invitation link works only once. If you accepted it, sign in to open the workspace.`,
      };
    case "revoked":
      return {
        title: t`This invitation was revoked`,
        text: t`If you have questions, contact the person who invited you.`,
      };
    case "ended":
      return {
        title: t`This workspace no longer exists`,
        text: t`The workspace you were invited to was deactivated.`,
      };
    default:
      return {
        title: t`This invitation has expired`,
        text: t`Ask the person who invited you to send a new one.`,
      };
  }
}
