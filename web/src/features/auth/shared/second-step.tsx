import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth, type SessionInfo } from "#contracts/auth.ts";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { request } from "../../../lib/api/api-client.ts";
import { readCookie } from "../../../lib/browser/cookies.ts";
import { supportsPasskeys } from "./passkeys.ts";
import { ProblemError } from "../../../lib/api/problem-error.ts";
import { useRetryCountdown } from "../../../lib/hooks/use-retry-countdown.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { AuthForm, authStyles as styles } from "./auth-form.tsx";
import { ResendEmailButton } from "./resend-email-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { CodeInput } from "../../two-factor/shared/code-input.tsx";

interface StepProps {
  readonly attempt: SessionInfo;
  readonly onDone: (self: SessionInfo) => void | Promise<void>;
  /** Called with a code when the login attempt ended without a session. */
  readonly onLost: (code: string) => void;
}

const attemptEndingCodes: ReadonlySet<string> = new Set([
  "no_intermediate_session",
  "no_session",
  "authentication_failed_no_session_found_ch",
  "authentication_error_invalid_csrf",
]);

/** Whether the problem ended the login attempt: the last wrong code deletes it with its cookies. */
const endsAttempt = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (attemptEndingCodes.has(error.code) || readCookie("csrf") === null);

/** The form for the second factor, below its heading. */
export const SecondStep = (props: StepProps) =>
  props.attempt.userSession.secondStep === "token" ? (
    <EmailOtpStep {...props} />
  ) : (
    <TwoFactorStep {...props} />
  );

/** Removes whitespace: codes are displayed in groups, but sent without spaces. */
const stripWhitespace = (text: string) => text.replace(/\s/g, "");

function EmailOtpStep({ onDone, onLost }: StepProps) {
  const { t } = useLingui();
  const [expired, setExpired] = useState(false);
  const wait = useRetryCountdown();
  const form = useEndpointForm(auth.loginToken, {
    initial: { token: "" },
    labels: { token: t`Code from the email` },
    onDone,
    fieldOf: {
      invalid_one_time_password: "token",
      invalid_otp_code_provided: "token",
      no_tfa_code_param_provided: "token",
    },
    onProblem: (problem) => {
      if (endsAttempt(problem)) onLost("no_intermediate_session");
      else if (problem.code === "one_time_password_expired") setExpired(true);
      else return wait.take(problem);
      return true;
    },
  });
  const token = form.field("token");
  return (
    <>
      {expired && (
        <Callout tone="warn">
          <Trans>This code has expired. Request a new one.</Trans>
        </Callout>
      )}
      <AuthForm form={form} submit={t`Continue`} retryCountdown={wait}>
        <Field {...token.field} help={t`Works only in the browser where you started signing in.`}>
          <CodeInput {...token.input} autoFocus />
        </Field>
      </AuthForm>
      <ResendEmailButton
        key={String(expired)}
        sent={!expired}
        send={() => request(auth.resendLoginToken, {})}
        onSent={() => {
          form.change({ token: "" });
          document.getElementById(form.idOf("token"))?.focus();
        }}
        onProblem={(error) => {
          if (!endsAttempt(error)) return false;
          onLost("no_intermediate_session");
          return true;
        }}
      />
    </>
  );
}

function TwoFactorStep({ attempt, onDone, onLost }: StepProps) {
  const { t } = useLingui();
  const wait = useRetryCountdown();
  const form = useEndpointForm(auth.loginTwoFactor, {
    initial: { token: "" },
    labels: { token: t`Authentication code` },
    onDone,
    fieldOf: {
      invalid_otp_code_provided: "token",
      no_tfa_code_param_provided: "token",
      no_tfa_secret_set_for_user: "token",
    },
    onProblem: (problem) => {
      if (!endsAttempt(problem)) return wait.take(problem);
      onLost("no_intermediate_session");
      return true;
    },
  });
  const token = form.field("token");
  return (
    <>
      {attempt.user.hasPasskeys && supportsPasskeys() && (
        <PasskeyStep onDone={onDone} onLost={onLost} />
      )}
      <AuthForm form={form} submit={t`Continue`} retryCountdown={wait}>
        <Field
          {...token.field}
          help={t`6-digit code from your authenticator app, or a recovery code`}
        >
          <TextInput
            {...token.input}
            onChange={(text) => token.input.onChange(stripWhitespace(text))}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            mono
            autoFocus
          />
        </Field>
      </AuthForm>
    </>
  );
}

function PasskeyStep({ onDone, onLost }: Pick<StepProps, "onDone" | "onLost">) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { completeSecondStepWithPasskey } = await import("./passkey-sign-in.ts");
      const self = await completeSecondStepWithPasskey();
      if (self === null) setFailure(t`No passkey was used.`);
      else await onDone(self);
    } catch (error) {
      if (endsAttempt(error)) return onLost("no_intermediate_session");
      setFailure(problemMessage(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      <Button wide busy={busy} onClick={() => void press()}>
        <Trans>Use a passkey instead</Trans>
      </Button>
      <p className={styles["divider"]}>
        <Trans>or</Trans>
      </p>
    </>
  );
}
