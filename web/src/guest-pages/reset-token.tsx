import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { allowAnyone } from "../lib/session/guest-guards.ts";
import { stripTokenFromUrl } from "../features/auth/link-token.ts";
import { NewPasswordForm, type PasswordEnd } from "../features/auth/new-password-form.tsx";
import { ToSignInAgain } from "../features/auth/signed-in-note.tsx";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { buttonClass } from "../ui/button.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openResetToken: OpenGuestPage = async (token) => {
  await allowAnyone();
  stripTokenFromUrl("/auth/reset", token);
  return <Reset />;
};

function Reset() {
  const { t } = useLingui();
  const [end, setEnd] = useState<PasswordEnd | null>(null);
  switch (end?.kind) {
    case "done":
      return (
        <>
          <AuthHeader title={t`Password changed`}>
            <Trans>
              All sessions of <b>{end.email}</b> have ended. Sign in with your new password.
            </Trans>{" "}
            <Trans>
              Access tokens keep working. Revoke any you don't recognize under Account &gt;
              Security.
            </Trans>
          </AuthHeader>
          <ToSignInAgain />
        </>
      );
    case "used":
      return (
        <>
          <AuthHeader title={t`This link has already been used`}>
            <Trans>
              If that was you, sign in with your new password. If not, request a new link.
            </Trans>
          </AuthHeader>
          <ToSignInAgain />
          <RequestNewLink isPrimary={false} />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHeader title={t`This link has expired`}>
            <Trans>Links are valid for 1 hour, and only the latest one works.</Trans>
          </AuthHeader>
          <RequestNewLink isPrimary />
        </>
      );
    default:
      return (
        <NewPasswordForm contract={auth.reset} title={t`Set a new password`} onEnd={setEnd}>
          <Trans>It ends every session of your account.</Trans>
        </NewPasswordForm>
      );
  }
}

const RequestNewLink = ({ isPrimary }: { isPrimary: boolean }) => (
  <a href="/auth/reset" className={buttonClass(isPrimary ? "primary" : "plain", true)}>
    <Trans>Send new link</Trans>
  </a>
);
