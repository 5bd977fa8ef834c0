/**
 * Sets a new password through an email link: after a reset request, or for an account that another browser
 * registered.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { auth } from "#contracts/auth.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { signedOutHere } from "../../lib/session/session.ts";
import { updateDraft } from "../../lib/session/sign-in-draft.ts";
import { useRetryCountdown } from "../../lib/hooks/use-retry-countdown.ts";
import { AuthForm, AuthHeader } from "./shared/auth-form.tsx";
import { Field, PasswordInput } from "../../ui/field.tsx";
import { linkErrorKind, useLinkToken } from "./link-action.tsx";
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
  const token = useLinkToken();
  const wait = useRetryCountdown();
  const checkPassword = usePasswordCheck();
  const form = useEndpointForm(contract, {
    initial: { password: "" },
    labels: { password: t`New password` },
    path: { token },
    also: ({ password }) => checkPassword(password),
    fieldOf: { registration_invalid_password: "password", missing_password_field: "password" },
    onProblem: (problem) => {
      const kind = linkErrorKind(problem);
      if (kind === null) return wait.take(problem);
      onEnd({ kind });
      return true;
    },
    onDone: ({ email }) => {
      updateDraft({ email });
      signedOutHere();
      onEnd({ kind: "done", email });
    },
  });
  const password = form.field("password");
  const help = usePasswordHelp(form.values.password);
  return (
    <>
      <AuthHeader title={title}>{children}</AuthHeader>
      <SignedInNote>
        <Trans>Setting a password signs you out in this browser.</Trans>
      </SignedInNote>
      <AuthForm form={form} submit={t`Set new password`} retryCountdown={wait}>
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
