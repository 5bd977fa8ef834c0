import styles from "./code-block.module.css";
import { CopyButton } from "./description-list.tsx";

/** A block of code or data that scrolls in its own frame, with a copy button. */
export function CodeBlock({
  text,
  label,
  copyLabel,
}: {
  text: string;
  label: string;
  copyLabel: string;
}) {
  return (
    <div className={styles["block"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- content longer than its frame is scrolled by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <div className={styles["copy"]}>
        <CopyButton text={text} copyLabel={copyLabel} />
      </div>
    </div>
  );
}
