import type { ReactNode } from "react";
import styles from "./name-with-mark.module.css";

/**
 * The first cell of a row: an icon or avatar before the name. Compact cards give the outer element of a first cell
 * `display: contents`, so the layout is on an inner one.
 */
export const NameWithMark = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <div>
    <div className={styles["cell"]}>
      {mark}
      {children}
    </div>
  </div>
);
