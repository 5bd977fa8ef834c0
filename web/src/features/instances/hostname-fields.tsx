import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { createFieldError, type FieldError } from "#contracts/field-problem.ts";
import { maxQuantity } from "#contracts/orders.ts";
import { hostnameError } from "#contracts/text.ts";
import { fieldErrorMessage } from "../../lib/i18n/field-error-messages.ts";
import { classNames } from "../../ui/class-names.ts";
import { Field, FieldNotes, TextInput } from "../../ui/field.tsx";
import styles from "./order.module.css";
import { parseQuantity } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";
import {
  generateHostnames,
  hostnameErrorWhileTyping,
  regenerateHostnames,
  suggestHostname,
} from "./order-hostnames.ts";
import { numberPlaceholder } from "./order-search.ts";

interface HostnameFieldsProps {
  readonly form: OrderForm;
  /** Hostnames that instances of the workspace use. */
  readonly taken: ReadonlySet<string>;
}

const nameInput = {
  mono: true,
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
} as const;

/** The number of instances. A number that is invalid or above the stock is reported while it is typed. */
export function QuantityField({
  form,
  taken,
  shortage,
}: HostnameFieldsProps & {
  /** Why the region can't deliver this quantity. */
  readonly shortage: string | null;
}) {
  const { t, i18n } = useLingui();
  const { values } = form;
  const { field, input } = form.field("quantity");
  const isInvalid = values.quantity !== "" && parseQuantity(values.quantity) === null;
  const range = { format: "integer", minimum: 1, maximum: maxQuantity } as const;
  const error = isInvalid
    ? fieldErrorMessage(i18n, createFieldError("invalid_format", range))
    : (shortage ?? field.error);
  const change = (text: string) => {
    const next = parseQuantity(text);
    form.change(
      next === null
        ? { quantity: text }
        : { quantity: text, hostname: regenerateHostnames(values, values.pattern, next, taken) },
    );
  };
  return (
    <Field {...field} error={error} help={t`1 to ${maxQuantity} instances`}>
      <TextInput
        {...input}
        invalid={error !== undefined}
        onChange={change}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
    </Field>
  );
}

/** The pattern that the names of several instances are generated from. */
export function PatternField({ form, taken }: HostnameFieldsProps) {
  const { t, i18n } = useLingui();
  const { values } = form;
  const { field, input } = form.field("pattern");
  const example = values.pattern.replaceAll(numberPlaceholder, "1");
  const error = example === "" ? null : hostnameError(example);
  return (
    <Field
      {...field}
      error={error === null ? undefined : fieldErrorMessage(i18n, error)}
      help={t`${numberPlaceholder} is replaced with the instance number`}
    >
      <TextInput
        {...input}
        {...nameInput}
        invalid={error !== null}
        onChange={(text) => {
          const pattern = text.toLowerCase();
          const hostname = regenerateHostnames(values, pattern, values.hostname.length, taken);
          form.change({ pattern, hostname });
        }}
        maxLength={63}
      />
    </Field>
  );
}

/** One field for each hostname. Errors are reported while typing, unless typing on can correct them. */
export function HostnameFields({ form, taken }: HostnameFieldsProps) {
  const { t, i18n } = useLingui();
  const { values } = form;
  const names = form.field("hostname");
  const count = values.hostname.length;
  /** The names with which fields were left, by position. */
  const [left, setLeft] = useState<ReadonlyMap<number, string>>(new Map());
  const setName = (at: number, text: string) =>
    values.hostname.map((name, place) => (place === at ? text.toLowerCase() : name));
  const errors: readonly (FieldError | null)[] = values.hostname.map((name, at) =>
    hostnameErrorWhileTyping(values.hostname, at, taken, left.get(at) === name),
  );
  const isInUse = errors.some((error) => error?.code === "taken");
  return (
    <>
      <div id={names.field.id} tabIndex={-1} className={styles["hostnames"]} data-many={count > 1}>
        {values.hostname.map((name, at) => {
          const { field, input } = form.at(`hostname.${at}`, name, (text: string) =>
            form.change({ hostname: setName(at, text) }),
          );
          const live = errors[at] ?? null;
          const error = live === null ? field.error : fieldErrorMessage(i18n, live);
          const suggestion =
            live?.code === "taken" || live?.code === "duplicate"
              ? suggestHostname(name, new Set([...taken, ...values.hostname]))
              : null;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a hostname is identified by its position in the order
            <Field
              key={at}
              {...field}
              label={count === 1 ? t`Hostname` : t`Hostname ${at + 1}`}
              error={error}
              help={count === 1 ? t`Lowercase letters, digits, and hyphens` : undefined}
              aside={
                suggestion !== null && (
                  <button
                    type="button"
                    className={styles["suggestion"]}
                    onClick={() => form.change({ hostname: setName(at, suggestion) })}
                  >
                    {t`Use ${suggestion}`}
                  </button>
                )
              }
            >
              <TextInput
                {...input}
                {...nameInput}
                invalid={error !== undefined}
                onBlur={() => setLeft(new Map(left).set(at, name))}
                maxLength={80}
              />
            </Field>
          );
        })}
      </div>
      {count > 1 && isInUse && (
        <button
          type="button"
          className={classNames(styles["suggestion"], styles["skip"])}
          onClick={() => form.change({ hostname: generateHostnames(values.pattern, count, taken) })}
        >
          {t`Skip names that are in use`}
        </button>
      )}
      <FieldNotes id={names.field.id} error={names.field.error} />
    </>
  );
}
