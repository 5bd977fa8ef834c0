import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { auth } from "#contracts/auth.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { call } from "../../lib/client.ts";
import { draftNow, useKeptDraft } from "../../lib/sign-in-draft.ts";
import { useWait } from "../../lib/use-wait.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { ResendMail } from "../../shell/resend-mail.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

interface MailRequestProps {
  /** Answers the same for every address. */
  readonly contract: typeof auth.resendVerification | typeof auth.requestReset;
  readonly title: string;
  readonly before: ReactNode;
  readonly sent: { readonly title: string; readonly words: (email: string) => ReactNode };
  readonly known?: string | undefined;
}

/** Asks for an address, and says that a mail is on its way there: if it is anybody's. */
export function MailRequest({ contract, title, before, sent, known }: MailRequestProps) {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const wait = useWait();
  const form = useContractForm(contract, {
    initial: { email: known ?? draftNow().email },
    labels: { email: t`Email` },
    also: ({ email }): Record<string, string> =>
      email === "" ? { email: t`Field is required` } : {},
    fieldOf: { missing_email_field: "email" },
    onProblem: wait.take,
    onDone: ({ email }) => setSentTo(email),
  });
  useKeptDraft(form.values, ({ email }) => ({ email }));
  const email = form.field("email");
  return (
    <>
      {sentTo === null ? (
        <>
          <AuthHead title={title}>{before}</AuthHead>
          <AuthForm form={form} submit={t`Send link`} wait={wait}>
            <Field {...email.field}>
              <TextInput {...email.input} type="email" autoComplete="email" autoFocus />
            </Field>
          </AuthForm>
        </>
      ) : (
        <>
          <AuthHead title={sent.title}>{sent.words(sentTo)}</AuthHead>
          <ResendMail sent send={() => call(contract, { body: { email: sentTo } })} />
        </>
      )}
      <p>
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  );
}
