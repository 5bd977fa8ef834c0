import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { logOut, signInAgain } from "../lib/session.ts";
import { wordProblem } from "../lib/wording.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, PasswordInput } from "../ui/field.tsx";
import { Callout } from "../ui/notices.tsx";

export default function ReloginDialog({ email }: { email: string }) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await signInAgain({ email, password });
      await router.invalidate();
    } catch (error) {
      setFailure(wordProblem(i18n, error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t`Please sign in again`}
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={() => void logOut()}>
            <Trans>Leave</Trans>
          </Button>
          <Button tone="primary" type="submit" form="sign-in-again" busy={busy}>
            <Trans>Sign in</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Your session ended. What you typed on this page is still there.</Trans>
      </p>
      <form
        id="sign-in-again"
        style={{ display: "grid", gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field id="again-password" label={t`Password of ${email}`}>
          <PasswordInput
            id="again-password"
            name="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            showLabel={t`Show the password`}
          />
        </Field>
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
      </form>
    </Dialog>
  );
}
