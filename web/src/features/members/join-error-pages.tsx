/** Pages for an invite link that cannot be used, or not by the signed-in user. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { InvitePreview } from "#contracts/members.ts";
import { saveReturnPath } from "../../lib/session/return-path.ts";
import { logOut, useSessionInfo } from "../../lib/session/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { JoinPage } from "./join-page.tsx";
import styles from "./members.module.css";

const HomeLink = () => (
  <Link to="/" className={buttonClass()}>
    <Trans>Go to home page</Trans>
  </Link>
);

export function WrongAccountPage({
  invitation: { email, workspace },
  signedInAs,
}: {
  invitation: InvitePreview;
  signedInAs: string;
}) {
  const { t } = useLingui();
  const switchAccount = () => {
    const path = location.pathname;
    void logOut(() => saveReturnPath(path, null));
  };
  return (
    <JoinPage title={t`This invitation is for someone else`}>
      <Card>
        <div className={styles["invited"]}>
          <p>
            <Trans>
              This invitation to {workspace.name} was sent to{" "}
              <b className={styles["masked"]}>{email}</b>, but you're signed in as{" "}
              <b>{signedInAs}</b>.
            </Trans>
          </p>
          <p className={styles["subtle"]}>
            <Trans>
              Sign out, then sign in with that address. The invitation stays open until then.
            </Trans>
          </p>
          <div className={styles["actions"]}>
            <Button tone="primary" onClick={switchAccount}>
              <Trans>Sign out and continue</Trans>
            </Button>
            <HomeLink />
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

/** The link is truncated, forged or replaced by a newer one. */
export function InviteNotFoundPage() {
  const { t } = useLingui();
  return (
    <JoinPage title={t`Invitation not found`}>
      <Card>
        <div className={styles["invited"]}>
          <p>
            <Trans>
              The link may be incomplete, or a newer invitation has replaced it. Only the latest
              link works.
            </Trans>
          </p>
          <div className={styles["actions"]}>
            <HomeLink />
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

export function InviteClosedPage({ invitation }: { invitation: InvitePreview }) {
  const { workspace, state } = invitation;
  const { userWorkspaceRoles } = useSessionInfo();
  const isIn = userWorkspaceRoles.some(({ handle }) => handle === workspace.handle);
  const message = useClosedInviteMessage(invitation, isIn);
  return (
    <JoinPage title={message.title}>
      <Card>
        <div className={styles["invited"]}>
          <p>{message.text}</p>
          <div className={styles["actions"]}>
            {state === "accepted" && isIn ? (
              <Link
                to="/$workspace"
                params={{ workspace: workspace.handle }}
                className={buttonClass("primary")}
              >
                <Trans>Open {workspace.name}</Trans>
              </Link>
            ) : (
              <HomeLink />
            )}
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

function useClosedInviteMessage(
  { state, workspace: { name }, invitedBy }: InvitePreview,
  isIn: boolean,
): { title: string; text: string } {
  const { t } = useLingui();
  switch (state) {
    case "accepted":
      return isIn
        ? {
            title: t`You're already a member of ${name}`,
            text: t`There's nothing left to accept.`,
          }
        : {
            title: t`This invitation has already been used`,
            text: t`An invitation link works only once. To rejoin ${name}, ask ${invitedBy} for a new one.`,
          };
    case "revoked":
      return {
        title: t`This invitation was revoked`,
        text: t`It was for ${name}. If you have questions, contact ${invitedBy}.`,
      };
    case "ended":
      return {
        title: t`${name} no longer exists`,
        text: t`The workspace you were invited to was deactivated. For details, contact ${invitedBy}.`,
      };
    default:
      return {
        title: t`This invitation has expired`,
        text: t`It was for ${name}. Ask ${invitedBy} or the workspace owner to send a new one.`,
      };
  }
}
