import styles from "./segmented.module.css";

/**
 * The class of a segmented control. Its children are links with `aria-current`, or labels of radio buttons; for buttons
 * see `SegmentedButtons`.
 */
export const segmentedClass = styles["segmented"];

/** One of a few views, as buttons. */
export const SegmentedButtons = <V extends string | null>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: V;
  readonly options: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
}) => (
  <div className={segmentedClass} role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button
        key={text}
        type="button"
        aria-pressed={option === value}
        onClick={() => onChange(option)}
      >
        {text}
      </button>
    ))}
  </div>
);
