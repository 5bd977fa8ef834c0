import styles from "./code-block.module.css";
import { CopyButton } from "./description-list.tsx";

/** Lines of code or data: they scroll inside their own frame, and are copied with one press. */
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is longer than its frame is scrolled by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <div className={styles["copy"]}>
        <CopyButton text={text} copyLabel={copyLabel} />
      </div>
    </div>
  );
}
