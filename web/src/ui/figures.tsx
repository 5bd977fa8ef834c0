import type { ReactNode } from "react";
import { Metric } from "./card.tsx";
import styles from "./figures.module.css";

/** Key figures beside each other, each a `Figure`. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <div className={styles["container"]}>
    <dl className={styles["figures"]}>{children}</dl>
  </div>
);

export const Figure = ({
  name,
  note,
  children,
}: {
  name: string;
  note?: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles["figure"]}>
    <dt>{name}</dt>
    <dd>
      <Metric note={note}>{children}</Metric>
    </dd>
  </div>
);
