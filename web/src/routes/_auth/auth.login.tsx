import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { readCookie, writeCookie } from "../../lib/cookies.ts";
import { requireGuest } from "../../lib/guards.ts";
import { speakAccountLanguage } from "../../lib/i18n.ts";
import { takeRoute } from "../../lib/route-me.ts";
import { adoptSignIn } from "../../lib/session.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { Field, PasswordInput, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/notices.tsx";

export const Route = createFileRoute("/_auth/auth/login")({
  beforeLoad: requireGuest,
  component: Login,
});

/** Whether this browser keeps a cookie at all: without, signing in would lead back here for ever. */
function keepsCookies(): boolean {
  writeCookie("probe", "1", 60);
  return readCookie("probe") === "1";
}

function Login() {
  const { t } = useLingui();
  const router = useRouter();
  const [unverified, setUnverified] = useState<string | null>(null);
  const [cookieless, setCookieless] = useState(false);
  const form = useContractForm(auth.login, {
    initial: { email: "", password: "" },
    labels: { email: t`E-mail`, password: t`Password` },
    onDone: async (self) => {
      if (!keepsCookies()) return setCookieless(true);
      adoptSignIn(self);
      await speakAccountLanguage(self.user.locale);
      router.history.push(takeRoute());
    },
    fieldOf: { missing_email_field: "email", missing_password_field: "password" },
    onProblem: (problem, { email }) => {
      setUnverified(problem.code === "email_not_verified" ? email : null);
      return problem.code === "email_not_verified";
    },
  });
  const email = form.field("email");
  const password = form.field("password");
  return (
    <>
      <AuthHead title={t`Sign in`}>
        <Trans>
          New here? <Link to="/auth/register">Create an account</Link>
        </Trans>
      </AuthHead>
      {cookieless && (
        <Callout tone="bad">
          <Trans>
            Cookies are needed to stay signed in. Allow them for this site and sign in again.
          </Trans>
        </Callout>
      )}
      {unverified !== null && (
        <Callout tone="warn">
          <Trans>
            This address is not verified yet. Open the link in our mail, or{" "}
            <Link to="/auth/verify/resend" search={{ email: unverified }}>
              have it sent again
            </Link>
            .
          </Trans>
        </Callout>
      )}
      <AuthForm form={form} submit={t`Sign in`}>
        <Field {...email.field}>
          <TextInput {...email.input} type="email" autoComplete="username" autoFocus />
        </Field>
        <Field {...password.field}>
          <PasswordInput
            {...password.input}
            autoComplete="current-password"
            showLabel={t`Show the password`}
          />
        </Field>
      </AuthForm>
    </>
  );
}
