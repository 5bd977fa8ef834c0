/** A new password by the link of an email: for a forgotten one, and for an account that another browser registered. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { auth } from "#contracts/auth.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { signedOutHere } from "../../lib/session.ts";
import { forgetSecrets, keepDraft } from "../../lib/sign-in-draft.ts";
import { useWait } from "../../lib/use-wait.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { Field, PasswordInput } from "../../ui/field.tsx";
import { linkEnd, useMailToken } from "./mail-link.tsx";
import { SignedInNote } from "./signed-in-note.tsx";
import { usePasswordCheck, usePasswordHelp } from "./use-password-help.ts";

export type PasswordEnd = { kind: "done"; email: string } | { kind: "used" } | { kind: "expired" };

interface Props {
  readonly contract: typeof auth.reset | typeof auth.verifyWithPassword;
  readonly title: string;
  readonly children: ReactNode;
  readonly onEnd: (end: PasswordEnd) => void;
}

export function NewPasswordForm({ contract, title, children, onEnd }: Props) {
  const { t } = useLingui();
  const token = useMailToken();
  const wait = useWait();
  const checkPassword = usePasswordCheck();
  const form = useContractForm(contract, {
    initial: { password: "" },
    labels: { password: t`New password` },
    path: { token },
    also: ({ password }) => checkPassword(password),
    fieldOf: { registration_invalid_password: "password", missing_password_field: "password" },
    onProblem: (problem) => {
      const kind = linkEnd(problem);
      if (kind === null) return wait.take(problem);
      onEnd({ kind });
      return true;
    },
    onDone: ({ email }) => {
      forgetSecrets();
      keepDraft({ email });
      signedOutHere();
      onEnd({ kind: "done", email });
    },
  });
  const password = form.field("password");
  const help = usePasswordHelp(form.values.password);
  return (
    <>
      <AuthHead title={title}>{children}</AuthHead>
      <SignedInNote>
        <Trans>Setting a password signs you out in this browser.</Trans>
      </SignedInNote>
      <AuthForm form={form} submit={t`Set new password`} wait={wait}>
        <Field {...password.field} help={help}>
          <PasswordInput
            {...password.input}
            autoComplete="new-password"
            autoFocus
            showLabel={t`Show password`}
          />
        </Field>
      </AuthForm>
    </>
  );
}
