import { type ComponentProps, type ReactNode, useState } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";
import { Icon } from "./icons.tsx";

/** Connects label, help and error to the input; created by the form. */
export interface FieldBinding {
  readonly id: string;
  readonly label: string;
  readonly error?: string | undefined;
}

interface FieldProps extends FieldBinding {
  readonly help?: ReactNode;
  /** A subtle link or text at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Label above, help below; an error replaces the help. */
export function Field({ id, label, error, help, aside, children }: FieldProps) {
  return (
    <div className={styles["field"]}>
      <span className={styles["label"]}>
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span className={styles["optional"]}>{aside}</span>}
      </span>
      {children}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}

export function FieldNotes({
  id,
  error,
  help,
}: {
  id: string;
  error?: string | undefined;
  help?: ReactNode;
}) {
  if (error !== undefined) {
    return (
      <p id={`${id}-note`} className={styles["error"]}>
        {error}
      </p>
    );
  }
  if (help === undefined) return null;
  return (
    <p id={`${id}-note`} className={styles["help"]}>
      {help}
    </p>
  );
}

/** The form's props of an input; `describedBy` is the id of the field's note. */
export interface InputBinding<V> {
  readonly id: string;
  readonly name: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly invalid?: boolean;
  /** Maximum number of characters of the contract; one-line inputs accept no more. */
  readonly limit?: number | undefined;
}

const inputProps = (ties: Pick<InputBinding<unknown>, "id" | "name" | "invalid">) => ({
  id: ties.id,
  name: ties.name,
  "aria-invalid": ties.invalid === true || undefined,
  "aria-describedby": `${ties.id}-note`,
});

type NativeInputProps<T extends "input" | "textarea" | "select"> = Omit<
  ComponentProps<T>,
  "value" | "onChange" | "id" | "name" | "type"
>;

interface TextInputProps extends InputBinding<string>, NativeInputProps<"input"> {
  readonly type?: "text" | "email" | "search" | "date" | "datetime-local" | "number" | "url";
  readonly mono?: boolean;
}

export function TextInput({
  id,
  name,
  value,
  onChange,
  invalid = false,
  mono = false,
  limit,
  className,
  ...rest
}: TextInputProps) {
  return (
    <input
      maxLength={limit}
      {...rest}
      {...inputProps({ id, name, invalid })}
      className={classNames(styles["input"], mono && styles["mono"], className)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface PasswordInputProps extends InputBinding<string>, NativeInputProps<"input"> {
  /** Label of the button that shows and hides the password. */
  readonly showLabel: string;
}

export function PasswordInput({
  id,
  name,
  value,
  onChange,
  invalid = false,
  // A password must not be truncated.
  limit: _,
  showLabel,
  ...rest
}: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles["wrapper"]}>
      <input
        {...rest}
        {...inputProps({ id, name, invalid })}
        type={shown ? "text" : "password"}
        className={styles["input"]}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        className={styles["suffixButton"]}
        aria-pressed={shown}
        aria-label={showLabel}
        title={showLabel}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? "eye-off" : "eye"} />
      </button>
    </span>
  );
}

interface TextareaProps extends InputBinding<string>, NativeInputProps<"textarea"> {
  readonly mono?: boolean;
}

export function Textarea({
  id,
  name,
  value,
  onChange,
  invalid = false,
  mono = false,
  // Text pasted into a multi-line field is rejected as a whole instead of truncated.
  limit: _,
  ...rest
}: TextareaProps) {
  return (
    <textarea
      {...rest}
      {...inputProps({ id, name, invalid })}
      className={classNames(styles["input"], mono && styles["mono"])}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectProps<V extends string> extends InputBinding<V>, NativeInputProps<"select"> {
  readonly options: readonly Option<V>[];
}

export function Select<V extends string>({
  id,
  name,
  value,
  onChange,
  invalid = false,
  options,
  limit: _,
  ...rest
}: SelectProps<V>) {
  return (
    <span className={styles["wrapper"]}>
      <select
        {...rest}
        {...inputProps({ id, name, invalid })}
        className={styles["input"]}
        value={value}
        onChange={(event) => {
          const selected = options.find((option) => option.value === event.currentTarget.value);
          if (selected !== undefined) onChange(selected.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles["chevron"]}>
        <Icon name="down" />
      </span>
    </span>
  );
}

interface CheckboxProps extends InputBinding<boolean> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

/** Has its own label, so it needs no `Field`. */
export function Checkbox({
  id,
  name,
  value,
  onChange,
  invalid = false,
  label,
  help,
  error,
}: CheckboxProps) {
  return (
    <div className={styles["checkboxRow"]}>
      <input
        {...inputProps({ id, name, invalid })}
        type="checkbox"
        className={styles["control"]}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}
export { styles as fieldStyles };
