import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type Locale, locales } from "#contracts/locale.ts";
import { type User, users } from "#contracts/users.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TimeZoneSelect } from "../../components/time-zone-select.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { languageNames } from "../../lib/i18n/i18n.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useUserActionReasons } from "./user-action-reasons.ts";

interface Details {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly locale: Locale;
  readonly timezone: string;
}

const toDetails = ({ firstName, lastName, email, locale, timezone }: User): Details => ({
  firstName,
  lastName,
  email,
  locale,
  timezone,
});

/** Sends only changed fields. Fields that the staff role may not change are read-only. */
export default function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const rules = useUserActionReasons(user);
  const before = toDetails(user);
  const form = useEndpointForm(users.update, {
    initial: before,
    labels: {
      firstName: t`First name`,
      lastName: t`Last name`,
      email: t`Email`,
      locale: t`Language`,
      timezone: t`Time zone`,
    },
    path: { user: user.id },
    fieldOf: { email_already_in_use: "email" },
    body: (now) =>
      Object.fromEntries(
        Object.entries(now).filter(([name, value]) => Reflect.get(before, name) !== value),
      ),
    onDone: async (saved) => {
      void toast({ title: t`Details of ${saved.email} updated` });
      onClose();
      await invalidate(client, users.view, users.list, users.noRole);
    },
  });
  const [firstName, lastName, email] = [
    form.field("firstName"),
    form.field("lastName"),
    form.field("email"),
  ];
  const [locale, timezone] = [form.field("locale"), form.field("timezone")];
  return (
    <FormDialog
      form={form}
      title={t`Edit details`}
      submit={<Trans>Save</Trans>}
      isEdit
      onClose={onClose}
    >
      <Field {...firstName.field}>
        <TextInput {...firstName.input} autoComplete="off" />
      </Field>
      <Field {...lastName.field}>
        <TextInput {...lastName.input} autoComplete="off" />
      </Field>
      <Field
        {...email.field}
        help={rules.editAccount ?? t`It counts as verified. Both addresses are notified.`}
      >
        <TextInput
          {...email.input}
          type="email"
          autoComplete="off"
          readOnly={rules.editAccount !== null}
        />
      </Field>
      <Field {...locale.field}>
        <Select
          {...locale.input}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Field>
      <Field {...timezone.field}>
        <TimeZoneSelect {...timezone.input} />
      </Field>
    </FormDialog>
  );
}
