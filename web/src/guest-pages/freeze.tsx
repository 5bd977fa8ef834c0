import { Trans, useLingui } from "@lingui/react/macro";
import { auth } from "#contracts/auth.ts";
import { request } from "../lib/api/api-client.ts";
import { readCookie } from "../lib/browser/cookies.ts";
import { allowAnyone } from "../lib/session/guest-guards.ts";
import { stripTokenFromUrl } from "../features/auth/link-token.ts";
import { signedOutHere } from "../lib/session/session.ts";
import { updateDraft } from "../lib/session/sign-in-draft.ts";
import { useLinkAction, useLinkToken } from "../features/auth/link-action.tsx";
import { SignedInNote } from "../features/auth/signed-in-note.tsx";
import { AuthHeader, authStyles } from "../features/auth/shared/auth-form.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";
import { Callout } from "../ui/feedback.tsx";

export const openFreeze: OpenGuestPage = async (token) => {
  await allowAnyone();
  stripTokenFromUrl("/auth/freeze", token);
  return <Freeze />;
};

/** Target of the link in security notifications: locks the account after an action that its owner did not take. */
function Freeze() {
  const { t } = useLingui();
  const token = useLinkToken();
  const { busy, outcome, press } = useLinkAction(async () => {
    const response = await request(auth.freeze, { path: { token } });
    updateDraft({ email: response.email });
    // The session of the locked account has ended; another user stays signed in.
    if (readCookie("csrf") === null) signedOutHere();
    return response;
  });
  switch (outcome?.kind) {
    case "done":
      return <FreezeNextSteps email={outcome.response.email} />;
    case "used":
      return (
        <>
          <AuthHeader title={t`Your account was already locked`}>
            <Trans>
              This link has already been used. To unlock your account, set a new password.
            </Trans>
          </AuthHeader>
          <ResetPasswordLink />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHeader title={t`This link has expired`}>
            <Trans>
              It was valid for 7 days. Setting a new password also ends all your sessions.
            </Trans>
          </AuthHeader>
          <ResetPasswordLink />
        </>
      );
    default:
      return (
        <>
          <AuthHeader title={t`Wasn't you?`}>
            <Trans>Lock your account so that nobody else can use it:</Trans>
          </AuthHeader>
          <SignedInNote>
            <Trans>The link locks the account that it was sent to.</Trans>
          </SignedInNote>
          <FreezeExplanation />
          {outcome?.kind === "failed" && <Callout tone="danger">{outcome.message}</Callout>}
          <Button tone="dangerPrimary" wide busy={busy} onClick={press}>
            <Trans>Lock my account</Trans>
          </Button>
        </>
      );
  }
}

function FreezeExplanation() {
  const { t } = useLingui();
  const effects = [
    t`All your sessions and access tokens end immediately.`,
    t`Nobody can sign in until you set a new password.`,
    t`Any change to your email address in the last 7 days is undone.`,
    t`Your instances keep running.`,
  ];
  return (
    <ul className={authStyles["list"]}>
      {effects.map((effect) => (
        <li key={effect}>
          <Icon name="check" />
          {effect}
        </li>
      ))}
    </ul>
  );
}

function FreezeNextSteps({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Your account is locked`}>
        <Trans>Next steps:</Trans>
      </AuthHeader>
      <ol className={authStyles["numbers"]}>
        <li>
          <Trans>
            Open the email we just sent to <b>{email}</b>.
          </Trans>
        </li>
        <li>
          <Trans>Use the link in it to set a new password. This unlocks your account.</Trans>
        </li>
        <li>
          <Trans>
            Then review Account &gt; Security: two-factor authentication, passkeys, and linked
            accounts.
          </Trans>
        </li>
      </ol>
      <ResetPasswordLink />
    </>
  );
}

const ResetPasswordLink = () => (
  <a href="/auth/reset" className={buttonClass("plain", true)}>
    <Trans>Send password reset link</Trans>
  </a>
);
