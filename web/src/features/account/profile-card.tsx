import { Trans, useLingui } from "@lingui/react/macro";
import { type Account, account } from "#contracts/account.ts";
import { type Locale, locales } from "#contracts/locale.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { FormSaveActions } from "../../components/form-save-actions.tsx";
import { TimeZoneSelect } from "../../components/time-zone-select.tsx";
import { serverToday } from "../../lib/api/server-clock.ts";
import { persistLocale, languageNames } from "../../lib/i18n/i18n.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";

interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  readonly timezone: string;
  readonly dob: string;
}

/** One request body for each changed attribute. */
function changedAttributes(now: Profile, before: Profile): readonly unknown[] {
  const { firstName, lastName, locale, timezone, dob } = now;
  return [
    ...(firstName !== before.firstName || lastName !== before.lastName
      ? [{ attribute: "name", firstName, lastName }]
      : []),
    ...(locale === before.locale ? [] : [{ attribute: "locale", locale }]),
    ...(timezone === before.timezone ? [] : [{ attribute: "timezone", timezone }]),
    ...(dob === before.dob ? [] : [{ attribute: "dob", dob: dob === "" ? null : dob }]),
  ];
}

export function ProfileCard({ known }: { known: Account }) {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const changed = useInvalidateAccount();
  const before: Profile = {
    firstName: user.firstName,
    lastName: user.lastName,
    locale: user.locale,
    timezone: user.timezone,
    dob: known.dob ?? "",
  };
  const form = useEndpointForm(account.update, {
    initial: before,
    labels: {
      firstName: t`First name`,
      lastName: t`Last name`,
      locale: t`Language`,
      timezone: t`Time zone`,
      dob: t`Date of birth`,
    },
    requestBodies: (values) => changedAttributes(values, before),
    onDone: async (_answer, { locale }) => {
      await changed();
      await persistLocale(locale);
      void toast({ title: t`Changes saved` });
    },
  });
  const firstName = form.field("firstName");
  const lastName = form.field("lastName");
  const locale = form.field("locale");
  const timezone = form.field("timezone");
  const dob = form.field("dob");
  return (
    <Card title={<Trans>Profile</Trans>}>
      <Form form={form} code={t`Profile`} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <div className={styles["twoColumns"]}>
          <Field {...firstName.field}>
            <TextInput {...firstName.input} autoComplete="given-name" />
          </Field>
          <Field {...lastName.field}>
            <TextInput {...lastName.input} autoComplete="family-name" />
          </Field>
        </div>
        <div className={styles["twoColumns"]}>
          <Field {...locale.field} help={t`Used in the console and in emails`}>
            <Select
              {...locale.input}
              options={locales.map((value) => ({ value, label: languageNames[value] }))}
            />
          </Field>
          <Field {...timezone.field} help={t`Used to show dates and times`}>
            <TimeZoneSelect {...timezone.input} />
          </Field>
        </div>
        <div className={styles["twoColumns"]}>
          <Field {...dob.field} aside={t`optional`}>
            <TextInput {...dob.input} type="date" max={serverToday()} autoComplete="bday" />
          </Field>
        </div>
        <div className={styles["actions"]}>
          <FormSaveActions form={form} onDiscard={() => form.reset(before)} />
        </div>
      </Form>
    </Card>
  );
}
