import { Trans, useLingui } from "@lingui/react/macro";
import { type Account, account } from "#contracts/account.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { useSelf } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { Field, PasswordInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useAccountChanged } from "./account-page.tsx";
import styles from "./account.module.css";
import { endedWords } from "./ended-words.ts";

const empty = { password: "" };

export function PasswordCard({ known }: { known: Account }) {
  const { t } = useLingui();
  const { user, userStaffRole } = useSelf();
  const changed = useAccountChanged();
  const leastCharacters = userStaffRole === null ? 12 : 15;
  const form = useContractForm(account.update, {
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
        text: endedWords(ended),
      });
    },
  });
  const password = form.field("password");
  return (
    <Card title={<Trans>Password</Trans>}>
      <div className={styles["part"]}>
        <p className={styles["quiet"]}>
          <PasswordFacts known={known} hasPassword={user.hasPassword} />
        </p>
        <FormFrame form={form} className={styles["form"] ?? ""}>
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
        </FormFrame>
      </div>
    </Card>
  );
}

function PasswordFacts({ known, hasPassword }: { known: Account; hasPassword: boolean }) {
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
      Changed <Time at={known.passwordChangedAt} />. Changing your password ends your other
      sessions.
    </Trans>
  );
}
