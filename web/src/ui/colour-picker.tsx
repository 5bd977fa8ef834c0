import type { ReactNode } from "react";
import { FieldNotes, type FieldBinding, type InputBinding } from "./field.tsx";
import styles from "./colour-picker.module.css";

interface ColourPickerProps<V extends string> {
  readonly field: FieldBinding;
  /** No option is selected while the value is null. */
  readonly input: Omit<InputBinding<V>, "value"> & { readonly value: V | null };
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    /** The color swatch; its name is shown beside it, so no information depends on color alone. */
    readonly mark: ReactNode;
  }[];
}

/** Selects one of a few named colors. */
export function ColourPicker<V extends string>({ field, input, options }: ColourPickerProps<V>) {
  return (
    <fieldset id={input.id} tabIndex={-1}>
      <legend className={styles["legend"]}>{field.label}</legend>
      <div className={styles["group"]}>
        {options.map(({ value, label, mark }) => (
          <label key={value} className={styles["option"]}>
            <input
              className={styles["input"]}
              type="radio"
              name={input.name}
              value={value}
              checked={input.value === value}
              onChange={() => input.onChange(value)}
            />
            {mark}
            {label}
          </label>
        ))}
      </div>
      <FieldNotes id={field.id} error={field.error} />
    </fieldset>
  );
}
