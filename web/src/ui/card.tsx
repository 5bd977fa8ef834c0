import type { ReactNode } from "react";
import styles from "./card.module.css";
import { classes } from "./class-names.ts";

/** A surface with a hairline; `title` is its heading, `aside` stands at the heading's end. */
export function Card({
  title,
  aside,
  flush = false,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classes(styles["card"], !flush && styles["padded"])}>
      {title !== undefined && (
        <div className={styles["head"]}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** The thing itself at the left, what sums it up at the right (under it where there is no room). */
export function Columns({
  main,
  side,
  sticky = false,
}: {
  main: ReactNode;
  side: ReactNode;
  sticky?: boolean;
}) {
  return (
    <div className={styles["columns"]}>
      <div className={styles["stack"]}>{main}</div>
      <div className={classes(styles["stack"], sticky && styles["sticky"])}>{side}</div>
    </div>
  );
}

export const Stack = ({ children }: { children: ReactNode }) => (
  <div className={styles["stack"]}>{children}</div>
);

/** A part of a long form, parted from the next by a hairline. */
export function Section({
  title,
  help,
  children,
}: {
  title: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles["section"]}>
      <div className={styles["sectionHead"]}>
        <h2>{title}</h2>
        {help !== undefined && <p>{help}</p>}
      </div>
      {children}
    </div>
  );
}

export function KeyFigure({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <>
      <p className={styles["keyFigure"]} translate="no">
        {children}
      </p>
      {note !== undefined && <p className={styles["note"]}>{note}</p>}
    </>
  );
}
