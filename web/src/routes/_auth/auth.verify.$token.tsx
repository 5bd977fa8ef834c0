import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { auth } from "#contracts/auth.ts";
import { call } from "../../lib/client.ts";
import { hideToken } from "../../lib/mail-token.ts";
import { keepDraft } from "../../lib/sign-in-draft.ts";
import { ToSignIn, useMailLink, useMailToken } from "../../parts/auth/mail-link.tsx";
import { AuthHead } from "../../shell/auth-form.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/notices.tsx";

export const Route = createFileRoute("/_auth/auth/verify/$token")({
  beforeLoad: hideToken("/auth/verify/$token"),
  component: Verify,
});

/** Of a new account, and of a change of address. */
function Verify() {
  const { t } = useLingui();
  const token = useMailToken();
  const { busy, outcome, press } = useMailLink(async () => {
    const answer = await call(auth.verifyEmail, { path: { token } });
    keepDraft({ email: answer.email });
    return answer;
  });
  switch (outcome?.kind) {
    case "done":
      return outcome.answer.isChange ? (
        <Changed email={outcome.answer.email} />
      ) : (
        <>
          <AuthHead title={t`Address verified`}>
            <Trans>
              <b>{outcome.answer.email}</b> is yours. You can sign in now.
            </Trans>
          </AuthHead>
          <ToSignIn />
        </>
      );
    case "used":
      return (
        <>
          <AuthHead title={t`Already verified`}>
            <Trans>This link was used before, so the address is verified. You can sign in.</Trans>
          </AuthHead>
          <ToSignIn />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHead title={t`This link has expired`}>
            <Trans>
              A link works for a limited time, and only the newest one. A change of address is asked
              for again under Account.
            </Trans>
          </AuthHead>
          <Link to="/auth/verify/resend" className={buttonClass("primary", true)}>
            <Trans>Send a new link</Trans>
          </Link>
        </>
      );
    default:
      return (
        <>
          <AuthHead title={t`Verify your address`}>
            <Trans>One press, and it is known to be yours.</Trans>
          </AuthHead>
          {outcome?.kind === "failed" && <Callout tone="bad">{outcome.words}</Callout>}
          <Button tone="primary" wide busy={busy} onClick={press}>
            <Trans>Verify my address</Trans>
          </Button>
        </>
      );
  }
}

function Changed({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHead title={t`Address changed`}>
        <Trans>
          From now on you sign in with <b>{email}</b>. Other sessions of yours were ended.
        </Trans>
      </AuthHead>
      <Link to="/" className={buttonClass("primary", true)}>
        <Trans>Go to the console</Trans>
      </Link>
    </>
  );
}
