import { useLingui } from "@lingui/react/macro";
import { Icon } from "../../ui/icons.tsx";
import styles from "./playground.module.css";

/** The optional parts that are not in the request, each a button that adds it. */
export function AddChips({
  of,
  names,
  onAdd,
}: {
  /** What they are added to, for screen readers. */
  of: string;
  names: readonly string[];
  onAdd: (name: string) => void;
}) {
  const { t } = useLingui();
  if (names.length === 0) return null;
  return (
    <ul className={styles["chips"]} aria-label={t`Optional fields of ${of}`}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles["chip"]}
            aria-label={t`Add ${name}`}
            onClick={() => onAdd(name)}
          >
            <Icon name="plus" size={14} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
