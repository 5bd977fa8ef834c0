/** Placeholders for content: callouts, empty states, skeletons. */
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icons.tsx";
import styles from "./feedback.module.css";

type Tone = "info" | "ok" | "warn" | "danger";
const icons = { info: "info", ok: "check", warn: "warning", danger: "warning" } as const;

export function Callout({
  tone = "info",
  action,
  children,
}: {
  tone?: Tone;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(styles["callout"], styles[tone])}
      role={tone === "danger" ? "alert" : "note"}
    >
      <Icon name={icons[tone]} />
      <div>{children}</div>
      {action}
    </div>
  );
}

/** Illustration: an empty horizon. */
const EmptyStateIllustration = () => (
  <svg
    width="72"
    height="44"
    viewBox="0 0 72 44"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    aria-hidden="true"
    color="var(--line-strong)"
  >
    <path d="M4 36c16-7 48-7 64 0" />
    <path d="M12 22c8-9 15 5 24-4s17-4 24-11" stroke="var(--accent)" opacity=".7" />
    <path d="M12 14c8-9 15 5 24-4s17-4 24-7" opacity=".8" />
  </svg>
);

/** An empty state with one sentence and one action; never shown for a search without results. */
export function EmptyState({
  title,
  children,
  actions,
  plain = false,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  plain?: boolean;
}) {
  return (
    <div className={styles["empty"]}>
      {!plain && <EmptyStateIllustration />}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </div>
  );
}

/** A placeholder that says that its content is loading: what examines a page waits until none is left. */
export const Skeleton = ({ width = "100%", height }: { width?: string; height?: number }) => (
  <span
    className={styles["skeleton"]}
    style={{ width, ...(height === undefined ? {} : { height }) }}
    aria-hidden="true"
    aria-busy="true"
  />
);
