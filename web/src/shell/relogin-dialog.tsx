import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { auth, type SessionInfo, type SessionUser } from "#contracts/auth.ts";
import { useEndpointForm } from "../components/use-endpoint-form.ts";
import { isLoginAttempt } from "../lib/session/login-attempt.ts";
import { supportsPasskeys } from "../features/auth/shared/passkeys.ts";
import { continueAs, logOut } from "../lib/session/session.ts";
import { useRetryCountdown } from "../lib/hooks/use-retry-countdown.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { problemCodeMessage } from "../lib/i18n/problem-words.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, PasswordInput } from "../ui/field.tsx";
import { Callout } from "../ui/feedback.tsx";
import { AuthForm } from "../features/auth/shared/auth-form.tsx";

const SecondStep = lazyPart(() =>
  import("../features/auth/shared/second-step.tsx").then(({ SecondStep }) => ({
    default: SecondStep,
  })),
);

/** Dialog above the open page with all sign-in methods of the sign-in page. */
export default function ReloginDialog({ user }: { user: SessionUser }) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const [attempt, setAttempt] = useState<SessionInfo | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const arrive = async (self: SessionInfo) => {
    setFailure(null);
    if (isLoginAttempt(self)) return setAttempt(self);
    continueAs(self);
    await router.invalidate();
  };
  return (
    <Dialog
      open
      title={t`Please sign in again`}
      onClose={() => undefined}
      actions={
        <Button onClick={() => void logOut()}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Your session has ended. What you entered on this page is still there.</Trans>
      </p>
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      {attempt === null ? (
        <FirstStep user={user} onDone={arrive} onFailure={setFailure} />
      ) : (
        <Suspense>
          <SecondStep
            attempt={attempt}
            onDone={arrive}
            onLost={(code) => {
              setAttempt(null);
              setFailure(problemCodeMessage(i18n, code));
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

interface FirstStepProps {
  readonly user: SessionUser;
  readonly onDone: (self: SessionInfo) => Promise<void>;
  readonly onFailure: (message: string | null) => void;
}

function FirstStep({ user, onDone, onFailure }: FirstStepProps) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const withPasskey = async () => {
    setBusy(true);
    onFailure(null);
    try {
      const { signInWithPasskey } = await import("../features/auth/shared/passkey-sign-in.ts");
      const self = await signInWithPasskey();
      if (self !== null) await onDone(self);
    } catch (error) {
      onFailure(problemMessage(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {user.hasPassword ? <PasswordStep user={user} onDone={onDone} /> : <OauthOnlyNotice />}
      {user.hasPasskeys && supportsPasskeys() && (
        <Button wide busy={busy} onClick={() => void withPasskey()}>
          <Trans>Continue with passkey</Trans>
        </Button>
      )}
    </>
  );
}

function PasswordStep({ user, onDone }: Pick<FirstStepProps, "user" | "onDone">) {
  const { t } = useLingui();
  const wait = useRetryCountdown();
  const form = useEndpointForm(auth.login, {
    initial: { password: "" },
    labels: { password: t`Password for ${user.email}` },
    body: ({ password }) => ({ email: user.email, password }),
    onProblem: wait.take,
    onDone,
  });
  const password = form.field("password");
  return (
    <AuthForm form={form} submit={t`Sign in`} retryCountdown={wait}>
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Field {...password.field}>
        <PasswordInput
          {...password.input}
          autoComplete="current-password"
          showLabel={t`Show password`}
        />
      </Field>
    </AuthForm>
  );
}

/** Signing in at an OAuth provider would leave the page, so it happens in another tab; this tab notices. */
const OauthOnlyNotice = () => (
  <>
    <p>
      <Trans>
        You sign in through another provider. Do that in a new tab. This page continues
        automatically when you're back.
      </Trans>
    </p>
    <a href="/auth/login" target="_blank" rel="noreferrer" className={buttonClass("primary", true)}>
      <Trans>Sign in (opens a new tab)</Trans>
    </a>
  </>
);
