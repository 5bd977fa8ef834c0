import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { auth, type SessionInfo } from "#contracts/auth.ts";
import { type SignInProvider } from "#contracts/sign-in-factors.ts";
import { clearLoginAttempt } from "../lib/session/login-attempt.ts";
import { useEndpointForm } from "../components/use-endpoint-form.ts";
import { openPage, pageEntry, usePageEntry } from "../lib/browser/page-entry.ts";
import { requireAttempt, requireGuest } from "../lib/session/guest-guards.ts";
import { loadProviders } from "../lib/session/oauth.ts";
import { useSignInDraft } from "../lib/session/sign-in-draft.ts";
import type { SignInError } from "../features/auth/sign-in-error.ts";
import { useRetryCountdown } from "../lib/hooks/use-retry-countdown.ts";
import { useProblemWords } from "../lib/hooks/use-words.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { SignInErrorNotice } from "../features/auth/sign-in-error-notice.tsx";
import { InvitationNote, useInvitedEmailHelp } from "../features/auth/shared/invitation-note.tsx";
import {
  loadPendingInvitation,
  type PendingInvitation,
} from "../features/auth/shared/pending-invite.ts";
import { AlternativeSignIn } from "../features/auth/alternative-sign-in.tsx";
import { useSignIn } from "../features/auth/use-sign-in.ts";
import { AuthForm, AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { Field, PasswordInput, TextInput } from "../ui/field.tsx";
import { Callout } from "../ui/feedback.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

const SecondStep = lazyPart(() =>
  import("../features/auth/shared/second-step.tsx").then(({ SecondStep }) => ({
    default: SecondStep,
  })),
);

export const openLogin: OpenGuestPage = async () => {
  await requireGuest();
  const attempt = pageEntry().search.get("step") === "code" ? await requireAttempt() : null;
  // Loaded before the page is shown, so that no late button shifts the form.
  const [invitation, providers] = await Promise.all([loadPendingInvitation(), loadProviders()]);
  return <Login attempt={attempt} invitation={invitation} providers={providers} />;
};

interface LoginProps {
  readonly attempt: SessionInfo | null;
  readonly invitation: PendingInvitation | null;
  readonly providers: readonly SignInProvider[];
}

function Login({ attempt, invitation, providers }: LoginProps) {
  const { arrive, fault: error } = useSignIn();
  if (attempt !== null) return <SecondStepForm attempt={attempt} arrive={arrive} />;
  return (
    <PasswordForm invitation={invitation} providers={providers} arrive={arrive} fault={error} />
  );
}

type CompleteSignIn = (self: SessionInfo) => Promise<void>;

function SecondStepForm({ attempt, arrive }: { attempt: SessionInfo; arrive: CompleteSignIn }) {
  const { t } = useLingui();
  const giveUp = (rejected: string) => {
    clearLoginAttempt();
    openPage("/auth/login", { state: { rejected }, replace: true });
  };
  return (
    <>
      <AuthHeader title={t`Confirm it's you`}>
        {attempt.userSession.secondStep === "token" ? (
          <Trans>One more step: enter the 6-digit code we emailed you.</Trans>
        ) : (
          <Trans>One more step: two-factor authentication.</Trans>
        )}
      </AuthHeader>
      <Suspense>
        <SecondStep attempt={attempt} onDone={arrive} onLost={giveUp} />
      </Suspense>
      <p>
        <a href="/auth/login" onClick={clearLoginAttempt}>
          <Trans>Back to sign in</Trans>
        </a>
      </p>
    </>
  );
}

function PasswordForm({
  invitation,
  providers,
  arrive,
  fault: error,
}: {
  invitation: PendingInvitation | null;
  providers: readonly SignInProvider[];
  arrive: CompleteSignIn;
  fault: SignInError | null;
}) {
  const { t, i18n } = useLingui();
  const { rejected } = usePageEntry().state;
  const problemWords = useProblemWords();
  const [shut, setShut] = useState<BlockedAccount | null>(null);
  const wait = useRetryCountdown();
  const form = useEndpointForm(auth.login, {
    initial: { email: invitation?.email ?? "", password: "" },
    labels: { email: t`Email`, password: t`Password` },
    onDone: arrive,
    fieldOf: { missing_email_field: "email", missing_password_field: "password" },
    onProblem: (problem, { email }) => {
      const next = problem.code in blockedAccountMessages ? { code: problem.code, email } : null;
      setShut(next);
      return next !== null || wait.take(problem);
    },
  });
  useSignInDraft(
    form.values,
    (values) => {
      form.change(values);
      document.getElementById(form.idOf("password"))?.focus();
    },
    ["email"],
  );
  const email = form.field("email");
  const password = form.field("password");
  const emailHelp = useInvitedEmailHelp(invitation, form.values.email);
  // After the form was submitted, only its own response counts.
  const isRejected = rejected !== undefined && !form.busy && form.failure === null;
  const why = isRejected ? (problemWords()?.problemCodeMessage(i18n, rejected) ?? null) : null;
  return (
    <>
      <AuthHeader title={t`Sign in`}>
        <Trans>
          New here? <a href="/auth/register">Create an account</a>
        </Trans>
      </AuthHeader>
      {invitation !== null && <InvitationNote invitation={invitation} />}
      {error !== null && <SignInErrorNotice error={error} />}
      {error === null && why !== null && <Callout tone="danger">{why}</Callout>}
      {shut !== null && <BlockedAccountNotice {...shut} />}
      <AlternativeSignIn providers={providers} onPasskey={arrive} />
      <AuthForm form={form} submit={t`Sign in`} retryCountdown={wait}>
        <Field {...email.field} help={emailHelp}>
          <TextInput
            {...email.input}
            type="email"
            autoComplete="username"
            autoFocus={email.input.value === ""}
          />
        </Field>
        <Field
          {...password.field}
          aside={
            <a href="/auth/reset">
              <Trans>Forgot password?</Trans>
            </a>
          }
        >
          <PasswordInput
            {...password.input}
            autoComplete="current-password"
            autoFocus={email.input.value !== ""}
            showLabel={t`Show password`}
          />
        </Field>
      </AuthForm>
    </>
  );
}

/** The state of a blocked account, reported only to users who know its password. */
interface BlockedAccount {
  readonly code: string;
  readonly email: string;
}

const blockedAccountMessages: Readonly<Record<string, (email: string) => ReactNode>> = {
  email_not_verified: (email) => (
    <Trans>
      This email address hasn't been verified yet. Open the link in our email, or{" "}
      <a href={`/auth/verify/resend?email=${encodeURIComponent(email)}`}>resend it</a>.
    </Trans>
  ),
  account_decativated: () => (
    <Trans>
      This account is deactivated. If you locked it because of activity that wasn't yours,{" "}
      <a href="/auth/reset">set a new password</a> to unlock it.
    </Trans>
  ),
};

const BlockedAccountNotice = ({ code, email }: BlockedAccount) => (
  <Callout tone="warn">{blockedAccountMessages[code]?.(email)}</Callout>
);
