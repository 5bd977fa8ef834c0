import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { email as emailShape } from "#contracts/text.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { requireGuest } from "../../lib/guards.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { ResendMail } from "../../shell/resend-mail.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

export const Route = createFileRoute("/_auth/auth/verify/resend")({
  validateSearch: (search: Record<string, unknown>): { email?: string | undefined } => ({
    email: emailShape.safeParse(search["email"]).data,
  }),
  beforeLoad: requireGuest,
  component: Resend,
});

function Resend() {
  const { t } = useLingui();
  const { email: known = "" } = Route.useSearch();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useContractForm(auth.resendVerification, {
    initial: { email: known },
    labels: { email: t`E-mail` },
    onDone: ({ email }) => setSentTo(email),
  });
  const email = form.field("email");
  return (
    <>
      <AuthHead title={t`Verify your address`}>
        {sentTo === null ? (
          <Trans>We send you a new link; the one before stops working.</Trans>
        ) : (
          <Trans>
            If <b>{sentTo}</b> has an account that is not verified yet, a link is on its way.
          </Trans>
        )}
      </AuthHead>
      {sentTo === null ? (
        <AuthForm form={form} submit={t`Send the link`}>
          <Field {...email.field}>
            <TextInput {...email.input} type="email" autoComplete="email" autoFocus />
          </Field>
        </AuthForm>
      ) : (
        <ResendMail email={sentTo} sent />
      )}
      <p>
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  );
}
