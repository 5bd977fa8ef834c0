import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { auth } from "#contracts/auth.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { request } from "../../lib/api/api-client.ts";
import { useSignInDraft } from "../../lib/session/sign-in-draft.ts";
import { useRetryCountdown } from "../../lib/hooks/use-retry-countdown.ts";
import { AuthForm, AuthHeader } from "./shared/auth-form.tsx";
import { ResendEmailButton } from "./shared/resend-email-button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

interface EmailRequestFormProps {
  /** The endpoint responds the same for every email. */
  readonly contract: typeof auth.resendVerification | typeof auth.requestReset;
  readonly title: string;
  readonly before: ReactNode;
  readonly sent: { readonly title: string; readonly message: (email: string) => ReactNode };
  readonly known?: string | undefined;
}

/** Asks for an email and confirms that a message was sent if an account uses it. */
export function EmailRequestForm({ contract, title, before, sent, known }: EmailRequestFormProps) {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const wait = useRetryCountdown();
  const form = useEndpointForm(contract, {
    initial: { email: known ?? "" },
    labels: { email: t`Email` },
    also: ({ email }): Record<string, string> =>
      email === "" ? { email: t`Field is required` } : {},
    fieldOf: { missing_email_field: "email" },
    onProblem: wait.take,
    onDone: ({ email }) => setSentTo(email),
  });
  useSignInDraft(form.values, form.change, ["email"]);
  const email = form.field("email");
  return (
    <>
      {sentTo === null ? (
        <>
          <AuthHeader title={title}>{before}</AuthHeader>
          <AuthForm form={form} submit={t`Send link`} retryCountdown={wait}>
            <Field {...email.field}>
              <TextInput {...email.input} type="email" autoComplete="email" autoFocus />
            </Field>
          </AuthForm>
        </>
      ) : (
        <>
          <AuthHeader title={sent.title}>{sent.message(sentTo)}</AuthHeader>
          <ResendEmailButton sent send={() => request(contract, { body: { email: sentTo } })} />
        </>
      )}
      <p>
        <a href="/auth/login">
          <Trans>Back to sign in</Trans>
        </a>
      </p>
    </>
  );
}
