import type { ReactNode } from "react";
import styles from "../billing.module.css";

/** A sentence below the sums of a card. */
export const SumNote = ({ children }: { children: ReactNode }) => (
  <p className={styles["subtle"]}>{children}</p>
);
