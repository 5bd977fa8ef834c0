/** What a link says that nobody can join by, or not as whoever is signed in. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Invitation } from "#contracts/members.ts";
import { rememberRoute } from "../../lib/route-me.ts";
import { logOut, useSelf } from "../../lib/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { JoinPage } from "./join-page.tsx";
import styles from "./members.module.css";

const Home = () => (
  <Link to="/" className={buttonClass()}>
    <Trans>Go to the start</Trans>
  </Link>
);

export function WrongAccount({
  invitation: { email, workspace },
  signedInAs,
}: {
  invitation: Invitation;
  signedInAs: string;
}) {
  const { t } = useLingui();
  const switchAccount = () => {
    const path = location.pathname;
    void logOut(() => rememberRoute(path, null));
  };
  return (
    <JoinPage title={t`This invitation is for somebody else`}>
      <Card>
        <div className={styles["invited"]}>
          <p>
            <Trans>
              This invitation to {workspace.name} is for <b className={styles["masked"]}>{email}</b>
              ; you are signed in as <b>{signedInAs}</b>.
            </Trans>
          </p>
          <p className={styles["quiet"]}>
            <Trans>
              Sign out, then sign in with that address. The invitation stays open until then.
            </Trans>
          </p>
          <div className={styles["actions"]}>
            <Button tone="primary" onClick={switchAccount}>
              <Trans>Sign out and go on</Trans>
            </Button>
            <Home />
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

/** Cut off, made up, or of a mail that was followed by another one. */
export function UnknownInvitation() {
  const { t } = useLingui();
  return (
    <JoinPage title={t`This link leads to no invitation`}>
      <Card>
        <div className={styles["invited"]}>
          <p>
            <Trans>
              It may have been cut off, or a newer mail has taken its place: only the newest link
              works.
            </Trans>
          </p>
          <div className={styles["actions"]}>
            <Home />
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

export function InvitationOver({ invitation }: { invitation: Invitation }) {
  const { workspace, state } = invitation;
  const { userWorkspaceRoles } = useSelf();
  const isIn = userWorkspaceRoles.some(({ handle }) => handle === workspace.handle);
  const words = useEndWords(invitation, isIn);
  return (
    <JoinPage title={words.title}>
      <Card>
        <div className={styles["invited"]}>
          <p>{words.text}</p>
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
              <Home />
            )}
          </div>
        </div>
      </Card>
    </JoinPage>
  );
}

function useEndWords(
  { state, workspace: { name }, invitedBy }: Invitation,
  isIn: boolean,
): { title: string; text: string } {
  const { t } = useLingui();
  switch (state) {
    case "accepted":
      return isIn
        ? {
            title: t`You are in ${name} already`,
            text: t`There is nothing left to accept.`,
          }
        : {
            title: t`This invitation was used already`,
            text: t`A link works once. If you are to join ${name} again, ask ${invitedBy} for a new one.`,
          };
    case "revoked":
      return {
        title: t`This invitation was taken back`,
        text: t`It led to ${name}. If that surprises you, ask ${invitedBy}.`,
      };
    case "ended":
      return {
        title: t`${name} no longer exists`,
        text: t`The workspace you were invited to was deactivated. ${invitedBy} knows more.`,
      };
    default:
      return {
        title: t`This invitation has expired`,
        text: t`It led to ${name}. Ask ${invitedBy}, or whoever owns the workspace now, to send it again.`,
      };
  }
}
