import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { auth, type Self } from "#contracts/auth.ts";
import { dropAttempt } from "../../lib/attempt.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { requireAttempt, requireGuest } from "../../lib/guards.ts";
import { providersRead } from "../../lib/other-sign-in.ts";
import { draftNow, useKeptDraft } from "../../lib/sign-in-draft.ts";
import type { SignInFault } from "../../lib/sign-in-fault.ts";
import { useWait } from "../../lib/use-wait.ts";
import { wordCode } from "../../lib/wording.ts";
import { lazyPart } from "../../lib/missing-code.ts";
import { FaultNote } from "../../parts/auth/fault-note.tsx";
import { OtherWays } from "../../parts/auth/other-ways.tsx";
import { useSignIn } from "../../parts/auth/use-sign-in.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { Field, PasswordInput, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/notices.tsx";

const SecondStep = lazyPart(() =>
  import("../../parts/auth/second-step.tsx").then(({ SecondStep }) => ({ default: SecondStep })),
);

export const Route = createFileRoute("/_auth/auth/login")({
  validateSearch: (search: Record<string, unknown>): { step?: "code" | undefined } => ({
    step: search["step"] === "code" ? "code" : undefined,
  }),
  beforeLoad: async ({ search }) => {
    await requireGuest();
    if (search.step === undefined) return { attempt: null };
    return { attempt: await requireAttempt() };
  },
  // Waited for, so that no button moves the form under someone's hand.
  loader: ({ context }) =>
    context.queryClient.query({ ...providersRead, retry: false }).catch(() => null),
  component: Login,
});

function Login() {
  const { attempt } = Route.useRouteContext();
  const { arrive, fault } = useSignIn();
  if (attempt !== null) return <Confirm attempt={attempt} arrive={arrive} />;
  return <SignIn arrive={arrive} fault={fault} />;
}

type Arrive = (self: Self) => Promise<void>;

function Confirm({ attempt, arrive }: { attempt: Self; arrive: Arrive }) {
  const { t } = useLingui();
  const router = useRouter();
  const giveUp = (refused: string) => {
    dropAttempt();
    void router.navigate({ to: "/auth/login", state: { refused }, replace: true });
  };
  return (
    <>
      <AuthHead title={t`Confirm it's you`}>
        {attempt.userSession.secondStep === "token" ? (
          <Trans>One more step: enter the 6-digit code we emailed you.</Trans>
        ) : (
          <Trans>One more step: two-factor authentication.</Trans>
        )}
      </AuthHead>
      <Suspense>
        <SecondStep attempt={attempt} onDone={arrive} onLost={giveUp} />
      </Suspense>
      <p>
        <Link to="/auth/login" onClick={dropAttempt}>
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  );
}

function SignIn({ arrive, fault }: { arrive: Arrive; fault: SignInFault | null }) {
  const { t, i18n } = useLingui();
  const refused = useLocation({ select: ({ state }) => state.refused });
  const [shut, setShut] = useState<Shut | null>(null);
  const wait = useWait();
  const form = useContractForm(auth.login, {
    initial: { email: draftNow().email, password: draftNow().password },
    labels: { email: t`Email`, password: t`Password` },
    onDone: arrive,
    fieldOf: { missing_email_field: "email", missing_password_field: "password" },
    onProblem: (problem, { email }) => {
      const next = problem.code in nextSteps ? { code: problem.code, email } : null;
      setShut(next);
      return next !== null || wait.take(problem);
    },
  });
  useKeptDraft(form.values, ({ email, password }) => ({ email, password }));
  const email = form.field("email");
  const password = form.field("password");
  // Once the form was sent, its own answer is what counts.
  const why = form.busy || form.failure !== null ? null : wordCode(i18n, refused ?? "");
  return (
    <>
      <AuthHead title={t`Sign in`}>
        <Trans>
          New here? <Link to="/auth/register">Create an account</Link>
        </Trans>
      </AuthHead>
      {fault !== null && <FaultNote fault={fault} />}
      {fault === null && why !== null && <Callout tone="bad">{why}</Callout>}
      {shut !== null && <NextStep {...shut} />}
      <OtherWays onPasskey={arrive} />
      <AuthForm form={form} submit={t`Sign in`} wait={wait}>
        <Field {...email.field}>
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
            <Link to="/auth/reset">
              <Trans>Forgot password?</Trans>
            </Link>
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

/** An account that lets nobody in, told only to whoever knows its password. */
interface Shut {
  readonly code: string;
  readonly email: string;
}

const nextSteps: Readonly<Record<string, (email: string) => ReactNode>> = {
  email_not_verified: (email) => (
    <Trans>
      This email address hasn't been verified yet. Open the link in our email, or{" "}
      <Link to="/auth/verify/resend" search={{ email }}>
        resend it
      </Link>
      .
    </Trans>
  ),
  account_decativated: () => (
    <Trans>
      This account is deactivated. If you locked it because of activity that wasn't yours,{" "}
      <Link to="/auth/reset">set a new password</Link> to unlock it.
    </Trans>
  ),
};

const NextStep = ({ code, email }: Shut) => (
  <Callout tone="warn">{nextSteps[code]?.(email)}</Callout>
);
