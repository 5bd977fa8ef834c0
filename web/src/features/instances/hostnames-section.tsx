import { useLingui } from "@lingui/react/macro";
import { maxQuantity } from "#contracts/instances.ts";
import { hostnameError } from "#contracts/text.ts";
import { fieldErrorMessage } from "../../lib/i18n/field-error-messages.ts";
import { Section } from "../../ui/card.tsx";
import { Field, FieldNotes, TextInput } from "../../ui/field.tsx";
import styles from "./order.module.css";
import { numberPlaceholder, parseQuantity, regenerateHostnames } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";

/** The quantity and the hostnames of an order. */
export function HostnamesSection({ form, shortage }: { form: OrderForm; shortage: string | null }) {
  const { t, i18n } = useLingui();
  const { values } = form;
  const quantity = form.field("quantity");
  const pattern = form.field("pattern");
  const names = form.field("hostname");
  const count = values.hostname.length;

  const setQuantity = (text: string) => {
    const next = parseQuantity(text);
    form.change(
      next === null
        ? { quantity: text }
        : { quantity: text, hostname: regenerateHostnames(values, values.pattern, next) },
    );
  };
  const setPattern = (text: string) => {
    const next = text.toLowerCase();
    form.change({ pattern: next, hostname: regenerateHostnames(values, next, count) });
  };
  /** Invalid characters are reported while typing; other errors on submit. */
  const invalidCharactersIn = (name: string): string | undefined => {
    const error = /[^a-z0-9-]/.test(name) ? hostnameError(name) : null;
    return error === null ? undefined : fieldErrorMessage(i18n, error);
  };
  const setName = (at: number, text: string) =>
    values.hostname.map((name, place) => (place === at ? text.toLowerCase() : name));

  return (
    <Section title={t`Names`} help={t`One instance per name. Uppercase letters become lowercase.`}>
      <div className={styles["names"]}>
        <Field {...quantity.field} help={shortage ?? t`1 to ${maxQuantity} instances`}>
          <TextInput
            {...quantity.input}
            onChange={setQuantity}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
          />
        </Field>
        {count > 1 && (
          <Field
            {...pattern.field}
            error={invalidCharactersIn(values.pattern.replaceAll(numberPlaceholder, ""))}
            help={t`${numberPlaceholder} is replaced with the instance number`}
          >
            <TextInput
              {...pattern.input}
              onChange={setPattern}
              mono
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={63}
            />
          </Field>
        )}
      </div>
      <div id={names.field.id} tabIndex={-1} className={styles["hostnames"]} data-many={count > 1}>
        {values.hostname.map((name, at) => {
          const { field, input } = form.at(`hostname.${at}`, name, (text: string) =>
            form.change({ hostname: setName(at, text) }),
          );
          const error = invalidCharactersIn(name) ?? field.error;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a hostname is identified by its position in the order
            <Field
              key={at}
              {...field}
              label={count === 1 ? t`Hostname` : t`Hostname ${at + 1}`}
              error={error}
            >
              <TextInput
                {...input}
                invalid={error !== undefined}
                mono
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={80}
              />
            </Field>
          );
        })}
      </div>
      <FieldNotes id={names.field.id} error={names.field.error} />
    </Section>
  );
}
