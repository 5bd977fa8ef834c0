import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { call } from "../../lib/client.ts";
import { ProblemError } from "../../lib/problem.ts";
import { wordProblem } from "../../lib/wording.ts";
import { AuthHead } from "../../shell/auth-form.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/notices.tsx";

export const Route = createFileRoute("/_auth/auth/verify/$token")({ component: Verify });

type Outcome =
  | { kind: "verified"; email: string }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "failed"; words: string };

/** Opening the page spends nothing, since mail scanners open it too; the button does. */
function Verify() {
  const { t, i18n } = useLingui();
  const { token } = Route.useParams();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const verify = async () => {
    setBusy(true);
    try {
      const { email } = await call(auth.verifyEmail, { path: { token } });
      setOutcome({ kind: "verified", email });
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : "";
      if (code === "token_action_executed") setOutcome({ kind: "used" });
      else if (code === "token_action_expired") setOutcome({ kind: "expired" });
      else setOutcome({ kind: "failed", words: wordProblem(i18n, error) });
    } finally {
      setBusy(false);
    }
  };
  const signIn = (
    <Link to="/auth/login" className={buttonClass("primary", true)}>
      <Trans>Sign in</Trans>
    </Link>
  );
  switch (outcome?.kind) {
    case "verified":
      return (
        <>
          <AuthHead title={t`Address verified`}>
            <Trans>
              <b>{outcome.email}</b> is yours. You can sign in now.
            </Trans>
          </AuthHead>
          {signIn}
        </>
      );
    case "used":
      return (
        <>
          <AuthHead title={t`Already verified`}>
            <Trans>This link was used before, so the address is verified. You can sign in.</Trans>
          </AuthHead>
          {signIn}
        </>
      );
    case "expired":
      return (
        <>
          <AuthHead title={t`This link has expired`}>
            <Trans>A link works for 24 hours, and only the newest one.</Trans>
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
            <Trans>One press, and your account is ready.</Trans>
          </AuthHead>
          {outcome?.kind === "failed" && <Callout tone="bad">{outcome.words}</Callout>}
          <Button tone="primary" wide busy={busy} onClick={() => void verify()}>
            <Trans>Verify my address</Trans>
          </Button>
        </>
      );
  }
}
