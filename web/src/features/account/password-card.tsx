import { Trans, useLingui } from "@lingui/react/macro";
import { type Account, account } from "#contracts/account.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Field, PasswordInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";
import { endedSessionsMessage } from "./ended-sessions-message.ts";

const empty = { password: "" };

export function PasswordCard({ known }: { known: Account }) {
  const { t } = useLingui();
  const { user, userStaffRole } = useSessionInfo();
  const changed = useInvalidateAccount();
  const leastCharacters = userStaffRole === null ? 12 : 15;
  const form = useEndpointForm(account.update, {
    initial: empty,
    labels: { password: user.hasPassword ? t`New password` : t`Password` },
    body: ({ password }) => ({ attribute: "password", password }),
    also: ({ password }): Record<string, string> =>
      [...password].length < leastCharacters
        ? { password: t`At least ${leastCharacters} characters` }
        : {},
    fieldOf: { registration_invalid_password: "password", missing_password_field: "password" },
    onDone: async ({ endedSessions: ended }) => {
      form.reset(empty);
      await changed();
      void toast({
        title: user.hasPassword ? t`Password changed` : t`Password set`,
        text: endedSessionsMessage(ended),
      });
    },
  });
  const password = form.field("password");
  return (
    <Card title={<Trans>Password</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <PasswordSummary known={known} hasPassword={user.hasPassword} />
        </p>
        <Form form={form} className={styles["form"] ?? ""}>
          <FormProblems form={form} />
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={user.email}
            readOnly
          />
          <Field
            {...password.field}
            help={t`At least ${leastCharacters} characters. A short sentence works well.`}
          >
            <PasswordInput
              {...password.input}
              autoComplete="new-password"
              showLabel={t`Show password`}
            />
          </Field>
          <div className={styles["actions"]}>
            <Button type="submit" busy={form.busy} disabled={!form.dirty}>
              {user.hasPassword ? t`Change password` : t`Set password`}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

function PasswordSummary({ known, hasPassword }: { known: Account; hasPassword: boolean }) {
  if (!hasPassword)
    return (
      <Trans>
        You sign in through another provider. Set a password to sign in directly as well.
      </Trans>
    );
  return known.passwordChangedAt === null ? (
    <Trans>Changing your password ends your other sessions.</Trans>
  ) : (
    <Trans>
      Changed <RelativeTime at={known.passwordChangedAt} />. Changing your password ends your other
      sessions.
    </Trans>
  );
}
