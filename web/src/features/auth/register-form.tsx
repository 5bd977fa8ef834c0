import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { browserTimeZone } from "../../lib/i18n/i18n.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { useSignInDraft } from "../../lib/session/sign-in-draft.ts";
import { useRetryCountdown } from "../../lib/hooks/use-retry-countdown.ts";
import { AuthForm, authStyles } from "./shared/auth-form.tsx";
import { Checkbox, Field, PasswordInput, TextInput } from "../../ui/field.tsx";
import { useInvitedEmailHelp } from "./shared/invitation-note.tsx";
import type { PendingInvitation } from "./shared/pending-invite.ts";
import { EnableTwoFactorSection } from "./enable-two-factor-section.tsx";
import { TermsLabel } from "./terms-label.tsx";
import { usePasswordCheck, usePasswordHelp } from "./use-password-help.ts";

const otpDigits = /^\d{6}$/;

interface RegisterFormProps {
  readonly invitation: PendingInvitation | null;
  readonly onDone: (response: EndpointOutput<typeof auth.register>) => Promise<void>;
}

export function RegisterForm({ invitation, onDone }: RegisterFormProps) {
  const { t } = useLingui();
  const wait = useRetryCountdown();
  const checkPassword = usePasswordCheck();
  const [isProtecting, setProtecting] = useState(false);
  const form = useEndpointForm(auth.register, {
    initial: {
      firstName: "",
      lastName: "",
      email: invitation?.email ?? "",
      password: "",
      otpSecret: "",
      otpToken: "",
      isOver18: false,
      isTosAccepted: false,
    },
    labels: {
      firstName: t`First name`,
      lastName: t`Last name`,
      email: t`Email`,
      password: t`Password`,
      otpSecret: t`Setup key`,
      otpToken: t`Authentication code`,
      isOver18: t`Age`,
      isTosAccepted: t`Terms`,
    },
    // The terms include the privacy policy, so accepting them accepts both.
    body: ({ otpSecret, otpToken, ...user }) => ({
      ...user,
      isProcessingPrivacyPolicyAccepted: user.isTosAccepted,
      locale: currentLocale(),
      timezone: browserTimeZone(),
      ...(isProtecting && otpDigits.test(otpToken) ? { otpSecret, otpToken } : {}),
    }),
    alias: { isProcessingPrivacyPolicyAccepted: "isTosAccepted" },
    also: ({ password, otpToken }): Record<string, string> => ({
      ...checkPassword(password),
      // An incomplete code would silently create the account without two-factor authentication.
      ...(isProtecting && otpToken !== "" && !otpDigits.test(otpToken)
        ? { otpToken: t`Enter 6 digits, or leave empty` }
        : {}),
    }),
    fieldOf: {
      registration_invalid_email: "email",
      registration_email_already_in_use: "email",
      email_already_in_use: "email",
      registration_invalid_password: "password",
      registration_invalid_otp_token: "otpToken",
    },
    onProblem: wait.take,
    onDone,
  });
  useSignInDraft(
    { ...form.values, isProtecting },
    ({ isProtecting: isOpen = false, ...values }) => {
      form.change(values);
      setProtecting(isOpen);
    },
    ["firstName", "lastName", "email", "isOver18", "isTosAccepted", "isProtecting"],
  );
  const firstName = form.field("firstName");
  const lastName = form.field("lastName");
  const email = form.field("email");
  const password = form.field("password");
  const passwordHelp = usePasswordHelp(form.values.password);
  const emailHelp = useInvitedEmailHelp(invitation, form.values.email);
  const isOver18 = form.field("isOver18");
  const isTosAccepted = form.field("isTosAccepted");
  return (
    <AuthForm form={form} submit={t`Create account`} retryCountdown={wait}>
      <div className={authStyles["twoColumns"]}>
        <Field {...firstName.field}>
          <TextInput {...firstName.input} autoComplete="given-name" autoFocus />
        </Field>
        <Field {...lastName.field}>
          <TextInput {...lastName.input} autoComplete="family-name" />
        </Field>
      </div>
      <Field {...email.field} help={emailHelp ?? t`We'll send a verification link to this address`}>
        <TextInput {...email.input} type="email" autoComplete="email" />
      </Field>
      <Field {...password.field} help={passwordHelp}>
        <PasswordInput
          {...password.input}
          autoComplete="new-password"
          showLabel={t`Show password`}
        />
      </Field>
      <EnableTwoFactorSection
        isOpen={isProtecting}
        onOpen={setProtecting}
        secret={form.values.otpSecret}
        onSecret={(otpSecret) => form.change({ otpSecret, otpToken: "" })}
        account={form.values.email}
        code={form.field("otpToken")}
      />
      <Checkbox
        {...isOver18.input}
        error={isOver18.field.error}
        label={<Trans>I am 18 or older</Trans>}
      />
      <Checkbox {...isTosAccepted.input} error={isTosAccepted.field.error} label={<TermsLabel />} />
    </AuthForm>
  );
}
