import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./status.module.css";

export type StatusTone = "ok" | "busy" | "warn" | "danger" | "idle";
export type StatusShape = "dot" | "spinner" | "square" | "diamond" | "hollow";

/** Status as shape, text and color, so no information depends on one of them alone. */
export function Status({
  tone,
  shape,
  children,
}: {
  tone: StatusTone;
  shape: StatusShape;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles["status"], styles[tone])}>
      <span className={classNames(styles["shape"], styles[shape])} aria-hidden="true" />
      {children}
    </span>
  );
}

export function Badge({ tone = "idle", children }: { tone?: StatusTone; children: ReactNode }) {
  return <span className={classNames(styles["badge"], styles[tone])}>{children}</span>;
}
