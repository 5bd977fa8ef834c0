import type { RefObject } from "react";
import { fieldStyles } from "./field.tsx";
import styles from "./table.module.css";

/** A box to tick that stands alone: its name is only said, not shown. */
export function RowCheckbox({
  label,
  checked,
  indeterminate = false,
  onChange,
  boxRef,
}: {
  label: string;
  checked: boolean;
  /** Some of what it stands for is ticked, not all. */
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
