import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { allowAnyone } from "../../lib/guards.ts";
import { hideToken } from "../../lib/mail-token.ts";
import { NewPasswordForm, type PasswordEnd } from "../../parts/auth/new-password-form.tsx";
import { ToSignInAgain } from "../../parts/auth/signed-in-note.tsx";
import { AuthHead } from "../../shell/auth-form.tsx";
import { buttonClass } from "../../ui/button.tsx";

export const Route = createFileRoute("/_auth/auth/reset/$token")({
  beforeLoad: async (opening) => {
    await allowAnyone();
    hideToken("/auth/reset/$token")(opening);
  },
  component: Reset,
});

function Reset() {
  const { t } = useLingui();
  const [end, setEnd] = useState<PasswordEnd | null>(null);
  switch (end?.kind) {
    case "done":
      return (
        <>
          <AuthHead title={t`Password changed`}>
            <Trans>
              Every session of <b>{end.email}</b> was ended. Sign in with the new password.
            </Trans>{" "}
            <Trans>
              Access tokens go on; those you do not know are revoked under Account &gt; Security.
            </Trans>
          </AuthHead>
          <ToSignInAgain />
        </>
      );
    case "used":
      return (
        <>
          <AuthHead title={t`This link was used already`}>
            <Trans>If it was you, sign in with the new password. If not, ask for a new link.</Trans>
          </AuthHead>
          <ToSignInAgain />
          <AskAgain isPrimary={false} />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHead title={t`This link has expired`}>
            <Trans>A link works for an hour, and only the newest one.</Trans>
          </AuthHead>
          <AskAgain isPrimary />
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

const AskAgain = ({ isPrimary }: { isPrimary: boolean }) => (
  <Link to="/auth/reset" className={buttonClass(isPrimary ? "primary" : "plain", true)}>
    <Trans>Send a new link</Trans>
  </Link>
);
