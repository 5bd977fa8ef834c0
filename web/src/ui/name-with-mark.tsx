import type { ReactNode } from "react";
import styles from "./name-with-mark.module.css";

/**
 * The first cell of a row: an icon or avatar before the name. The outer element stands for the cell's second line,
 * which a compact card takes apart.
 */
export const NameWithMark = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <div>
    <div className={styles["cell"]}>
      {mark}
      {children}
    </div>
  </div>
);
