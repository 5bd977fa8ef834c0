import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth, type Self } from "#contracts/auth.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { call } from "../../lib/client.ts";
import { readCookie } from "../../lib/cookies.ts";
import { knowsPasskeys } from "../../lib/passkeys.ts";
import { ProblemError } from "../../lib/problem.ts";
import { useWait } from "../../lib/use-wait.ts";
import { wordProblem } from "../../lib/wording.ts";
import { AuthForm, authStyles as styles } from "../../shell/auth-form.tsx";
import { ResendMail } from "../../shell/resend-mail.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/notices.tsx";
import { CodeInput } from "../two-factor/code-input.tsx";

interface StepProps {
  readonly attempt: Self;
  readonly onDone: (self: Self) => void | Promise<void>;
  /** The attempt is over without a session: why, as a code. */
  readonly onLost: (code: string) => void;
}

const attemptLost: ReadonlySet<string> = new Set([
  "no_intermediate_session",
  "no_session",
  "authentication_failed_no_session_found_ch",
  "authentication_error_invalid_csrf",
]);

/** The last wrong code ends the attempt, and takes its cookies with it. */
const lostBy = (error: unknown): boolean =>
  error instanceof ProblemError && (attemptLost.has(error.code) || readCookie("csrf") === null);

/** The second step, below a heading that says so. */
export const SecondStep = (props: StepProps) =>
  props.attempt.userSession.secondStep === "token" ? (
    <MailStep {...props} />
  ) : (
    <FactorStep {...props} />
  );

/** Blanks are how people read codes, never part of them. */
const withoutBlanks = (text: string) => text.replace(/\s/g, "");

function MailStep({ onDone, onLost }: StepProps) {
  const { t } = useLingui();
  const [expired, setExpired] = useState(false);
  const wait = useWait();
  const form = useContractForm(auth.loginToken, {
    initial: { token: "" },
    labels: { token: t`Code from the email` },
    onDone,
    fieldOf: {
      invalid_one_time_password: "token",
      invalid_otp_code_provided: "token",
      no_tfa_code_param_provided: "token",
    },
    onProblem: (problem) => {
      if (lostBy(problem)) onLost("no_intermediate_session");
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
      <AuthForm form={form} submit={t`Continue`} wait={wait}>
        <Field {...token.field} help={t`Works only in the browser where you started signing in.`}>
          <CodeInput {...token.input} autoFocus />
        </Field>
      </AuthForm>
      <ResendMail
        key={String(expired)}
        sent={!expired}
        send={() => call(auth.resendLoginToken, {})}
        onSent={() => {
          form.change({ token: "" });
          document.getElementById(form.idOf("token"))?.focus();
        }}
        onProblem={(error) => {
          if (!lostBy(error)) return false;
          onLost("no_intermediate_session");
          return true;
        }}
      />
    </>
  );
}

function FactorStep({ attempt, onDone, onLost }: StepProps) {
  const { t } = useLingui();
  const wait = useWait();
  const form = useContractForm(auth.loginTwoFactor, {
    initial: { token: "" },
    labels: { token: t`Authentication code` },
    onDone,
    fieldOf: {
      invalid_otp_code_provided: "token",
      no_tfa_code_param_provided: "token",
      no_tfa_secret_set_for_user: "token",
    },
    onProblem: (problem) => {
      if (!lostBy(problem)) return wait.take(problem);
      onLost("no_intermediate_session");
      return true;
    },
  });
  const token = form.field("token");
  return (
    <>
      {attempt.user.hasPasskeys && knowsPasskeys() && (
        <PasskeyStep onDone={onDone} onLost={onLost} />
      )}
      <AuthForm form={form} submit={t`Continue`} wait={wait}>
        <Field
          {...token.field}
          help={t`6-digit code from your authenticator app, or a recovery code`}
        >
          <TextInput
            {...token.input}
            onChange={(text) => token.input.onChange(withoutBlanks(text))}
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
      const { confirmWithPasskey } = await import("./passkey-calls.ts");
      const self = await confirmWithPasskey();
      if (self === null) setFailure(t`No passkey was used.`);
      else await onDone(self);
    } catch (error) {
      if (lostBy(error)) return onLost("no_intermediate_session");
      setFailure(wordProblem(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      <Button wide busy={busy} onClick={() => void press()}>
        <Trans>Use a passkey instead</Trans>
      </Button>
      <p className={styles["or"]}>
        <Trans>or</Trans>
      </p>
    </>
  );
}
