import type { ReactNode } from "react";
import styles from "./card.module.css";
import { classNames } from "./class-names.ts";

/** A bordered surface; `title` is its heading, `aside` is placed at the end of the heading. */
export function Card({
  title,
  aside,
  unpadded = false,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  unpadded?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classNames(styles["card"], !unpadded && styles["padded"])}>
      {title !== undefined && (
        <div className={styles["header"]}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** Two columns: main content on the left, its summary on the right (below it on small screens). */
export function Columns({
  main,
  aside,
  sticky = false,
}: {
  main: ReactNode;
  aside: ReactNode;
  sticky?: boolean;
}) {
  return (
    <div className={styles["columns"]}>
      <div className={styles["stack"]}>{main}</div>
      <div className={classNames(styles["stack"], sticky && styles["sticky"])}>{aside}</div>
    </div>
  );
}

export const Stack = ({ children }: { children: ReactNode }) => (
  <div className={styles["stack"]}>{children}</div>
);

/** A section of a long form, separated from the next one by a line; `aside` is at the end of its heading. */
export function Section({
  title,
  help,
  aside,
  children,
}: {
  title: ReactNode;
  help?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles["section"]}>
      <div className={styles["sectionHeader"]}>
        <h2>{title}</h2>
        {help !== undefined && <p>{help}</p>}
        {aside}
      </div>
      {children}
    </div>
  );
}

export function Metric({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <>
      <p className={styles["metric"]} translate="no">
        {children}
      </p>
      {note !== undefined && <p className={styles["note"]}>{note}</p>}
    </>
  );
}
