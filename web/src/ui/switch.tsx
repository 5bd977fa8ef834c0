import { fieldStyles, type InputBinding } from "./field.tsx";
import styles from "./switch.module.css";

interface SwitchProps extends InputBinding<boolean> {
  /** The state in words, beside the switch. */
  readonly label: string;
}

/** Turns one thing on or off. Its name is the label of the field around it. */
export const Switch = ({ id, name, value, onChange, invalid = false, label }: SwitchProps) => (
  <span className={styles["row"]}>
    <input
      id={id}
      name={name}
      type="checkbox"
      role="switch"
      className={styles["switch"]}
      checked={value}
      aria-invalid={invalid || undefined}
      aria-describedby={`${id}-note`}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span aria-hidden="true" className={fieldStyles["optional"]}>
      {label}
    </span>
  </span>
);
