import { FieldNotes } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./order.module.css";

interface SectionMessagesProps {
  /** Target of the error summary, at the top of its section. */
  readonly id: string;
  readonly error: string | undefined;
  readonly note: string | null;
}

/** How a change in another section affected this one, and its error; announced to screen readers. */
export const SectionMessages = ({ id, error, note }: SectionMessagesProps) => (
  <div id={id} tabIndex={-1} aria-live="polite" className={styles["sectionNotes"]}>
    {note !== null && (
      <Callout tone="warn">
        <p>{note}</p>
      </Callout>
    )}
    <FieldNotes id={id} error={error} />
  </div>
);
