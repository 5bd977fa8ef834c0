import type { RefObject } from "react";
import { fieldStyles } from "./field.tsx";
import styles from "./table.module.css";

/** A box to tick that stands alone: its name is only said, not shown. */
export function TickBox({
  label,
  checked,
  partly = false,
  onChange,
  boxRef,
}: {
  label: string;
  checked: boolean;
  /** Some of what it stands for is ticked, not all. */
  partly?: boolean;
  onChange: (checked: boolean) => void;
  boxRef?: RefObject<HTMLInputElement | null>;
}) {
  return (
    <label className={styles["tick"]}>
      <input
        ref={(input) => {
          if (boxRef !== undefined) boxRef.current = input;
          if (input !== null) input.indeterminate = partly && !checked;
        }}
        type="checkbox"
        className={fieldStyles["box"]}
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
