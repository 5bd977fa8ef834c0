import type { RefObject } from "react";
import { fieldStyles } from "./field.tsx";
import styles from "./table.module.css";

/** A checkbox without a visible label: its name is for screen readers only. */
export function RowCheckbox({
  label,
  checked,
  indeterminate = false,
  onChange,
  boxRef,
}: {
  label: string;
  checked: boolean;
  /** Some, but not all, of the items it stands for are selected. */
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  boxRef?: RefObject<HTMLInputElement | null>;
}) {
  return (
    <label className={styles["rowCheckbox"]}>
      <input
        ref={(input) => {
          if (boxRef !== undefined) boxRef.current = input;
          if (input !== null) input.indeterminate = indeterminate && !checked;
        }}
        type="checkbox"
        className={fieldStyles["control"]}
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
