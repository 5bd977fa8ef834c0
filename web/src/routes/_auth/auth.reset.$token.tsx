import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { auth } from "#contracts/auth.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { requireGuest } from "../../lib/guards.ts";
import { hideToken } from "../../lib/mail-token.ts";
import { forgetSecrets, keepDraft } from "../../lib/sign-in-draft.ts";
import { useWait } from "../../lib/use-wait.ts";
import { linkEnd, ToSignIn, useMailToken } from "../../parts/auth/mail-link.tsx";
import { usePasswordCheck, usePasswordHelp } from "../../parts/auth/use-password-help.ts";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Field, PasswordInput } from "../../ui/field.tsx";

export const Route = createFileRoute("/_auth/auth/reset/$token")({
  beforeLoad: async (opening) => {
    await requireGuest();
    hideToken("/auth/reset/$token")(opening);
  },
  component: Reset,
});

type End = { kind: "done"; email: string } | { kind: "used" } | { kind: "expired" };

function Reset() {
  const { t } = useLingui();
  const [end, setEnd] = useState<End | null>(null);
  switch (end?.kind) {
    case "done":
      return (
        <>
          <AuthHead title={t`Password changed`}>
            <Trans>
              Every session of <b>{end.email}</b> was ended. Sign in with the new password.
            </Trans>{" "}
            <Trans>
              Access tokens go on; those you do not know are revoked under Account &gt; Security.
            </Trans>
          </AuthHead>
          <ToSignIn />
        </>
      );
    case "used":
      return (
        <>
          <AuthHead title={t`This link was used already`}>
            <Trans>If it was you, sign in with the new password. If not, ask for a new link.</Trans>
          </AuthHead>
          <ToSignIn />
          <AskAgain isPrimary={false} />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHead title={t`This link has expired`}>
            <Trans>A link works for an hour, and only the newest one.</Trans>
          </AuthHead>
          <AskAgain isPrimary />
        </>
      );
    default:
      return <NewPassword onEnd={setEnd} />;
  }
}

const AskAgain = ({ isPrimary }: { isPrimary: boolean }) => (
  <Link to="/auth/reset" className={buttonClass(isPrimary ? "primary" : "plain", true)}>
    <Trans>Send a new link</Trans>
  </Link>
);

function NewPassword({ onEnd }: { onEnd: (end: End) => void }) {
  const { t } = useLingui();
  const token = useMailToken();
  const wait = useWait();
  const checkPassword = usePasswordCheck();
  const form = useContractForm(auth.reset, {
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
      onEnd({ kind: "done", email });
    },
  });
  const password = form.field("password");
  const help = usePasswordHelp(form.values.password);
  return (
    <>
      <AuthHead title={t`Set a new password`}>
        <Trans>It ends every session of your account.</Trans>
      </AuthHead>
      <AuthForm form={form} submit={t`Set the password`} wait={wait}>
        <Field {...password.field} help={help}>
          <PasswordInput
            {...password.input}
            autoComplete="new-password"
            autoFocus
            showLabel={t`Show the password`}
          />
        </Field>
      </AuthForm>
    </>
  );
}
