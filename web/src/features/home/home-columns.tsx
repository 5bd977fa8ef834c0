import type { ReactNode } from "react";
import styles from "./home.module.css";

/** The home page's sections in two columns; an empty section takes no space. */
export const HomeColumns = ({
  top,
  aside,
  bottom,
}: {
  top: ReactNode;
  aside: ReactNode;
  bottom?: ReactNode;
}) => (
  <div className={styles["page"]}>
    <div className={styles["top"]}>{top}</div>
    <div className={styles["aside"]}>{aside}</div>
    <div className={styles["bottom"]}>{bottom}</div>
  </div>
);
