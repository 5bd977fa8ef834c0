import { Trans, useLingui } from "@lingui/react/macro";
import { account } from "#contracts/account.ts";
import type { SessionUser } from "#contracts/auth.ts";
import { saveReturnPath } from "../lib/session/return-path.ts";
import { logOut } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, PasswordInput, TextInput } from "../ui/field.tsx";
import { pageStyles } from "../ui/page.tsx";
import { resolveReauthentication } from "./reauthentication.ts";
import { useEndpointForm } from "./use-endpoint-form.ts";
import { Form, FormProblems } from "./form.tsx";

const formId = "confirm-identity";

export default function ReauthenticationDialog({ user }: { user: SessionUser }) {
  const { t } = useLingui();
  const cancel = () => resolveReauthentication(false);
  const provesHere = user.hasPassword;
  return (
    <Dialog
      open
      title={t`Confirm it's you`}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          {provesHere ? (
            <Button tone="primary" type="submit" form={formId}>
              <Trans>Confirm</Trans>
            </Button>
          ) : (
            <Button tone="primary" onClick={() => void signInAgain(user.id)}>
              <Trans>Sign in again</Trans>
            </Button>
          )}
        </>
      }
    >
      {provesHere ? (
        <ReauthenticationForm user={user} />
      ) : (
        <p>
          <Trans>
            To continue, sign in again. Your account has no password, so use your usual sign-in
            method. You'll come back to this page.
          </Trans>
        </p>
      )}
    </Dialog>
  );
}

/** Users without a password reauthenticate at their OAuth provider. */
async function signInAgain(userId: string): Promise<void> {
  await logOut(() => saveReturnPath(location.pathname + location.search, userId));
}

function ReauthenticationForm({ user }: { user: SessionUser }) {
  const { t } = useLingui();
  const form = useEndpointForm(account.confirm, {
    initial: { currentPassword: "", otpToken: "" },
    labels: { currentPassword: t`Password for ${user.email}`, otpToken: t`Authentication code` },
    body: ({ currentPassword, otpToken }) =>
      user.twoFactorEnabled ? { currentPassword, otpToken: otpToken.trim() } : { currentPassword },
    fieldOf: {
      invalid_credentials: "currentPassword",
      missing_password_field: "currentPassword",
      invalid_otp_token: "otpToken",
    },
    also: ({ currentPassword, otpToken }) => ({
      ...(currentPassword === "" ? { currentPassword: t`Field is required` } : {}),
      ...(user.twoFactorEnabled && otpToken.trim() === ""
        ? { otpToken: t`Field is required` }
        : {}),
    }),
    onDone: () => resolveReauthentication(true),
  });
  const password = form.field("currentPassword");
  const code = form.field("otpToken");
  return (
    <Form form={form} id={formId} guard={false} className={pageStyles["form"] ?? ""}>
      <p>
        <Trans>Enter your password to continue.</Trans>
      </p>
      <FormProblems form={form} />
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Field {...password.field}>
        <PasswordInput
          {...password.input}
          autoComplete="current-password"
          showLabel={t`Show password`}
        />
      </Field>
      {user.twoFactorEnabled && (
        <Field {...code.field} help={t`From your authenticator app, or a recovery code`}>
          <TextInput {...code.input} mono autoComplete="one-time-code" spellCheck={false} />
        </Field>
      )}
    </Form>
  );
}
