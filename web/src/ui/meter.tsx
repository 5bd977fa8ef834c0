import styles from "./meter.module.css";

/** From this share on, the bar warns. */
const almostFull = 0.8;

/** How much of a maximum is used, as a bar. `text` says the used amount to screen readers. */
export function Meter({
  label,
  used,
  maximum,
  text,
}: {
  label: string;
  used: number;
  maximum: number;
  text: string;
}) {
  const share = maximum === 0 ? 1 : Math.min(1, used / maximum);
  return (
    <div
      className={styles["meter"]}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={maximum}
      aria-valuenow={Math.min(used, maximum)}
      aria-valuetext={text}
    >
      <span
        className={share >= almostFull ? styles["full"] : undefined}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
