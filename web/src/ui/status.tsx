import type { ReactNode } from "react";
import { classes } from "./class-names.ts";
import styles from "./status.module.css";

export type Tone = "ok" | "busy" | "warn" | "bad" | "idle";
export type Shape = "dot" | "turning" | "square" | "diamond" | "hollow";

/** Shape, word and colour together, so that none of them is needed alone. */
export function Status({
  tone,
  shape,
  children,
}: {
  tone: Tone;
  shape: Shape;
  children: ReactNode;
}) {
  return (
    <span className={classes(styles["status"], styles[tone])}>
      <span className={classes(styles["shape"], styles[shape])} aria-hidden="true" />
      {children}
    </span>
  );
}

export function Badge({ tone = "idle", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles["badge"], styles[tone])}>{children}</span>;
}
