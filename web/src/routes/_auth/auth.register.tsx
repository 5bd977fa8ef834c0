import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { passwordLengthFits, passwordMax, passwordMin } from "#contracts/text.ts";
import { brand } from "../../brand.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { requireGuest } from "../../lib/guards.ts";
import { browserTimeZone, currentLocale } from "../../lib/i18n.ts";
import { AuthForm, AuthHead, authStyles } from "../../shell/auth-form.tsx";
import { ResendMail } from "../../shell/resend-mail.tsx";
import { Checkbox, Field, PasswordInput, TextInput } from "../../ui/field.tsx";

export const Route = createFileRoute("/_auth/auth/register")({
  beforeLoad: requireGuest,
  component: Register,
});

function Register() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useContractForm(auth.register, {
    initial: {
      firstName: "",
      lastName: "",
      email: "",
      password: "",
      isOver18: false,
      isTosAccepted: false,
    },
    labels: {
      firstName: t`First name`,
      lastName: t`Last name`,
      email: t`E-mail`,
      password: t`Password`,
      isOver18: t`Age`,
      isTosAccepted: t`Terms`,
    },
    // Accepting the terms accepts the privacy policy, which they name.
    body: (values) => ({
      ...values,
      isProcessingPrivacyPolicyAccepted: values.isTosAccepted,
      locale: currentLocale(),
      timezone: browserTimeZone(),
    }),
    alias: { isProcessingPrivacyPolicyAccepted: "isTosAccepted" },
    also: ({ password }) => {
      if (password === "") return { password: t`Field is required` };
      if (passwordLengthFits(password)) return {};
      return { password: t`${passwordMin} to ${passwordMax} characters` };
    },
    fieldOf: {
      registration_invalid_email: "email",
      registration_email_already_in_use: "email",
      email_already_in_use: "email",
      registration_invalid_password: "password",
    },
    onDone: ({ email }) => setSentTo(email),
  });
  if (sentTo !== null) return <MailSent email={sentTo} />;
  const firstName = form.field("firstName");
  const lastName = form.field("lastName");
  const email = form.field("email");
  const password = form.field("password");
  const isOver18 = form.field("isOver18");
  const isTosAccepted = form.field("isTosAccepted");
  return (
    <>
      <AuthHead title={t`Create an account`}>
        <Trans>
          Have one? <Link to="/auth/login">Sign in</Link>
        </Trans>
      </AuthHead>
      <AuthForm form={form} submit={t`Create account`}>
        <div className={authStyles["pair"]}>
          <Field {...firstName.field}>
            <TextInput {...firstName.input} autoComplete="given-name" autoFocus />
          </Field>
          <Field {...lastName.field}>
            <TextInput {...lastName.input} autoComplete="family-name" />
          </Field>
        </div>
        <Field {...email.field} help={t`We send a link there to verify it`}>
          <TextInput {...email.input} type="email" autoComplete="email" />
        </Field>
        <Field {...password.field} help={t`12 characters or more; a sentence is fine`}>
          <PasswordInput
            {...password.input}
            autoComplete="new-password"
            showLabel={t`Show the password`}
          />
        </Field>
        <Checkbox
          {...isOver18.input}
          error={isOver18.field.error}
          label={<Trans>I am 18 or older</Trans>}
        />
        <Checkbox
          {...isTosAccepted.input}
          error={isTosAccepted.field.error}
          label={
            <Trans>
              I accept the{" "}
              <a href={brand.termsUrl} target="_blank" rel="noreferrer">
                terms
              </a>{" "}
              and the{" "}
              <a href={brand.privacyUrl} target="_blank" rel="noreferrer">
                privacy policy
              </a>
            </Trans>
          }
        />
      </AuthForm>
    </>
  );
}

function MailSent({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHead title={t`Look into your mail`}>
        <Trans>
          We sent a link to <b>{email}</b>. It verifies the address and is valid for 24 hours.
        </Trans>
      </AuthHead>
      <ResendMail email={email} sent />
      <p>
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  );
}
