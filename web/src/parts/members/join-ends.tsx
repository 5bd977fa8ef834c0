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
    <Trans>Go to home page</Trans>
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
          <p className={styles["quiet"]}>
            <Trans>
              Sign out, then sign in with that address. The invitation stays open until then.
            </Trans>
          </p>
          <div className={styles["actions"]}>
            <Button tone="primary" onClick={switchAccount}>
              <Trans>Sign out and continue</Trans>
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
