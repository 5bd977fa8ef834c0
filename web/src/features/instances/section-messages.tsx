import { FieldNotes } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./order.module.css";

interface SectionMessagesProps {
  /** Focused by the summary of errors: the first thing of its section. */
  readonly id: string;
  readonly error: string | undefined;
  readonly note: string | null;
}

/** What a change of another part did to this one, and what is wrong with it; said to screen readers as it appears. */
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
