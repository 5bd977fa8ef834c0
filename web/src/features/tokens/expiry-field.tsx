import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { maxTokenLifetimeDays } from "#contracts/tokens.ts";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { Field, type FieldBinding, type InputBinding, Select, TextInput } from "../../ui/field.tsx";
import styles from "./access-tokens.module.css";
import { type Lifetime, lifetimes } from "./token-form.ts";

interface Binding<V> {
  readonly field: FieldBinding;
  readonly input: InputBinding<V>;
}

const dayMilliseconds = 86_400_000;
const formatDays = (count: number) => plural(count, { one: "# day", other: "# days" });

/** Selects the lifetime in days and shows the expiry. */
export function ExpiryField({
  expiry,
  days,
}: {
  expiry: Binding<Lifetime>;
  days: Binding<string>;
}) {
  const { t } = useLingui();
  const isOwn = expiry.input.value === "own";
  const end = useExpiryMessage(isOwn ? days.input.value.trim() : expiry.input.value);
  return (
    <div className={styles["expiry"]}>
      <Field {...expiry.field} {...(isOwn ? {} : { help: end })}>
        <Select
          {...expiry.input}
          options={[
            ...lifetimes.map((value) => ({ value, label: formatDays(Number(value)) })),
            { value: "own", label: t`Custom` },
          ]}
        />
      </Field>
      {isOwn && (
        <Field {...days.field} help={end}>
          <TextInput {...days.input} inputMode="numeric" autoComplete="off" autoFocus />
        </Field>
      )}
    </div>
  );
}

function useExpiryMessage(days: string): string {
  const { t } = useLingui();
  const now = useNow();
  const localeSettings = useLocaleSettings();
  const count = /^\d+$/.test(days) ? Number(days) : 0;
  if (count < 1 || count > maxTokenLifetimeDays) return t`1 to ${maxTokenLifetimeDays}`;
  const end = new Date(now + count * dayMilliseconds).toISOString();
  const at = formatDateTime(end, localeSettings);
  // A shorter lifetime gets no expiry reminder (api/src/modules/tokens/expiry-reminders.ts).
  if (count === 1) return t`Expires ${at}`;
  if (count <= 14) return t`Expires ${at}. We'll email you a reminder 1 day before.`;
  return t`Expires ${at}. We'll email you reminders 2 weeks and 1 day before.`;
}
