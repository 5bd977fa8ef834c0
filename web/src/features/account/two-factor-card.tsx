import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { type Account, account } from "#contracts/account.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Field, type InputBinding, TextInput } from "../../ui/field.tsx";
import { Status } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.ts";
import { CodeInput } from "../two-factor/shared/code-input.tsx";
import { RecoveryCodes } from "../two-factor/shared/recovery-codes.tsx";
import { SecretSetup } from "../two-factor/shared/secret-setup.tsx";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";
import { endedSessionsMessage } from "./ended-sessions-message.ts";

type Step =
  | { readonly at: "rest" }
  | { readonly at: "turning-on"; readonly secret: string }
  | { readonly at: "turning-off" }
  | { readonly at: "renewing" }
  | { readonly at: "codes"; readonly codes: readonly string[] };

type UpdateResult = z.infer<typeof account.update.response>;

const idleStep: Step = { at: "rest" };

/** Enables and disables two-factor authentication, and manages recovery codes. */
export function TwoFactorCard({ known }: { known: Account }) {
  const { t, i18n } = useLingui();
  const { user } = useSessionInfo();
  const changed = useInvalidateAccount();
  const part = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<Step>(idleStep);
  const go = (next: Step) => {
    setStep(next);
    // In states without a field, the heading takes the focus, because the clicked button is gone.
    if (next.at === "rest" || next.at === "codes")
      requestAnimationFrame(() => part.current?.focus());
  };
  const newSecret = useEndpointAction(account.newSecret, { invalidates: [] });
  const begin = async () => {
    try {
      const { secret } = await newSecret.run({});
      go({ at: "turning-on", secret });
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };
  const showCodes = async ({ recoveryCodes, endedSessions: ended }: UpdateResult) => {
    go(recoveryCodes === null ? idleStep : { at: "codes", codes: recoveryCodes });
    await changed();
    if (ended > 0) void toast({ title: endedSessionsMessage(ended) });
  };
  const cancel = () => go(idleStep);
  return (
    <Card
      title={<Trans>Two-factor authentication</Trans>}
      aside={
        user.twoFactorEnabled ? (
          <Status tone="ok" shape="dot">{t`On`}</Status>
        ) : (
          <Status tone="idle" shape="hollow">{t`Off`}</Status>
        )
      }
    >
      <div ref={part} tabIndex={-1} className={styles["section"]}>
        {step.at === "rest" &&
          (user.twoFactorEnabled ? (
            <TwoFactorEnabled known={known} onStep={go} />
          ) : (
            <TwoFactorDisabled busy={newSecret.busy} onBegin={() => void begin()} />
          ))}
        {step.at === "turning-on" && (
          <CodeForm
            label={t`Authentication code`}
            help={t`Enter the 6-digit code to confirm the app is set up`}
            input={(ties) => <CodeInput {...ties} autoFocus />}
            body={(otpToken) => ({ attribute: "twoFactor", enabled: true, otpToken })}
            submit={t`Turn on`}
            onCancel={cancel}
            onDone={showCodes}
          >
            <SecretSetup email={user.email} secret={step.secret} />
          </CodeForm>
        )}
        {step.at === "turning-off" && (
          <CodeForm
            label={t`Authentication code`}
            help={t`From your authenticator app, or a recovery code`}
            input={(ties) => <CodeOrRecoveryCodeInput {...ties} />}
            body={(otpToken) => ({ attribute: "twoFactor", enabled: false, otpToken })}
            submit={t`Turn off`}
            onCancel={cancel}
            onDone={async ({ endedSessions: ended }) => {
              go(idleStep);
              await changed();
              void toast({
                title: t`Two-factor authentication turned off`,
                text: endedSessionsMessage(ended),
              });
            }}
          />
        )}
        {step.at === "renewing" && (
          <CodeForm
            label={t`Authentication code`}
            help={t`Your current recovery codes will stop working`}
            input={(ties) => <CodeInput {...ties} autoFocus />}
            body={(otpToken) => ({ attribute: "recoveryCodes", otpToken })}
            submit={t`Generate codes`}
            onCancel={cancel}
            onDone={showCodes}
          />
        )}
        {step.at === "codes" && (
          <RecoveryCodes
            codes={step.codes}
            email={user.email}
            done={<Trans>Done</Trans>}
            onDone={cancel}
          />
        )}
      </div>
    </Card>
  );
}

function TwoFactorDisabled({ busy, onBegin }: { busy: boolean; onBegin: () => void }) {
  return (
    <>
      <p className={styles["subtle"]}>
        <Trans>
          Adds a code from an app on your phone to your password, so a stolen password isn't enough
          to sign in.
        </Trans>
      </p>
      <Button busy={busy} onClick={onBegin}>
        <Trans>Turn on</Trans>
      </Button>
    </>
  );
}

const lowCodesThreshold = 3;

function TwoFactorEnabled({ known, onStep }: { known: Account; onStep: (step: Step) => void }) {
  const { t } = useLingui();
  const left = known.recoveryCodesLeft;
  return (
    <>
      {known.twoFactorEnabledAt !== null && (
        <p className={styles["subtle"]}>
          <Trans>
            You need a code from your authenticator app to sign in. Turned on{" "}
            <RelativeTime at={known.twoFactorEnabledAt} exact />.
          </Trans>
        </p>
      )}
      <p>
        {left > lowCodesThreshold ? (
          t`Recovery codes left: ${left}`
        ) : (
          <Status
            tone="warn"
            shape="diamond"
          >{t`Recovery codes left: ${left}. Generate new ones.`}</Status>
        )}
      </p>
      <div className={styles["actions"]}>
        <Button onClick={() => onStep({ at: "renewing" })}>
          <Trans>Generate new recovery codes</Trans>
        </Button>
        <Button tone="danger" onClick={() => onStep({ at: "turning-off" })}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
    </>
  );
}

const CodeOrRecoveryCodeInput = (ties: InputBinding<string>) => (
  <TextInput {...ties} mono autoComplete="one-time-code" spellCheck={false} autoFocus />
);

interface CodeFormProps {
  readonly label: string;
  readonly help: string;
  readonly input: (ties: InputBinding<string>) => ReactNode;
  readonly body: (otpToken: string) => unknown;
  readonly submit: string;
  readonly onCancel: () => void;
  readonly onDone: (response: UpdateResult) => Promise<void>;
  readonly children?: ReactNode;
}

/** A form whose change must be verified with a code. */
function CodeForm({ label, help, input, body, submit, onCancel, onDone, children }: CodeFormProps) {
  const { t } = useLingui();
  const form = useEndpointForm(account.update, {
    initial: { otpToken: "" },
    labels: { otpToken: label },
    body: ({ otpToken }) => body(otpToken.trim()),
    also: ({ otpToken }): Record<string, string> =>
      otpToken.trim() === "" ? { otpToken: t`Field is required` } : {},
    fieldOf: {
      invalid_otp_token: "otpToken",
      invalid_otp_code_provided: "otpToken",
      no_tfa_code_param_provided: "otpToken",
    },
    onDone,
  });
  const code = form.field("otpToken");
  return (
    <Form form={form} guard={false} className={styles["form"] ?? ""}>
      {children}
      <FormProblems form={form} />
      <Field {...code.field} help={help}>
        {input(code.input)}
      </Field>
      <div className={styles["actions"]}>
        <Button tone="primary" type="submit" busy={form.busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  );
}
