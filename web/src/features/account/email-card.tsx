import { Trans, useLingui } from "@lingui/react/macro";
import { type Account, account } from "#contracts/account.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";

export function EmailCard({ pending }: { pending: Account["pendingEmail"] }) {
  const { user } = useSessionInfo();
  return (
    <Card title={<Trans>Email</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            You sign in as <b>{user.email}</b>.
          </Trans>
        </p>
        {pending === null ? (
          <ChangeEmailForm />
        ) : (
          <PendingEmailNotice {...pending} old={user.email} />
        )}
      </div>
    </Card>
  );
}

function ChangeEmailForm() {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const changed = useInvalidateAccount();
  const form = useEndpointForm(account.update, {
    initial: { email: "" },
    labels: { email: t`New email address` },
    body: ({ email }) => ({ attribute: "email", email: email.trim() }),
    also: ({ email }): Record<string, string> =>
      email.trim().toLowerCase() === user.email.toLowerCase()
        ? { email: t`This is already your email address` }
        : {},
    fieldOf: {
      email_already_in_use: "email",
      missing_email_field: "email",
      registration_invalid_email: "email",
    },
    onDone: changed,
  });
  const email = form.field("email");
  return (
    <Form form={form} code={t`Email`} className={styles["form"] ?? ""}>
      <FormProblems form={form} />
      <Field
        {...email.field}
        help={t`We'll send a link to the new address. Your email changes once you open that link. We'll also notify your current address.`}
      >
        <TextInput {...email.input} type="email" autoComplete="email" />
      </Field>
      <div className={styles["actions"]}>
        <Button type="submit" busy={form.busy} disabled={!form.dirty}>
          <Trans>Change email</Trans>
        </Button>
      </div>
    </Form>
  );
}

function PendingEmailNotice({
  email,
  expiresAt,
  old,
}: {
  email: string;
  expiresAt: string;
  old: string;
}) {
  const { t } = useLingui();
  const changed = useInvalidateAccount();
  const cancel = useEndpointAction(account.update, {
    invalidates: [account.view],
    successMessage: () => t`Email change canceled`,
  });
  const input = { body: { attribute: "cancelEmail" } } as const;
  return (
    <Callout
      action={
        <Button
          busy={cancel.busy}
          onClick={() => {
            void cancel.press(input).then(changed);
          }}
        >
          <Trans>Cancel change</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          <b>{email}</b> isn't confirmed yet. Open the link we sent there. It's valid until{" "}
          <RelativeTime at={expiresAt} exact />.
        </Trans>
      </p>
      <p>
        <Trans>We notified {old} and included a link to use if this wasn't you.</Trans>
      </p>
      <CodeButton label={t`Cancel change`} requested={() => completePreview(cancel.code(input))} />
    </Callout>
  );
}
