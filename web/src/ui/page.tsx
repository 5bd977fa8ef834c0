import { type ReactNode, useRef } from "react";
import { Breakable } from "./breakable.tsx";
import { classNames } from "./class-names.ts";
import styles from "./page.module.css";
import { useScrolledTabs } from "./use-scrolled-tabs.ts";

interface PageHeaderProps {
  readonly title: ReactNode;
  /** The title is a name chosen by a user: browser translation leaves it unchanged. */
  readonly isName?: boolean;
  readonly status?: ReactNode;
  /** One-sentence summary. */
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
  /** Small screens show the actions at their lower edge. */
  readonly actionsAtBottom?: boolean;
  /** The primary action: at the lower edge of small screens, instead of among `actions`. */
  readonly primary?: ReactNode;
}

/** Page header: title, summary and actions. */
export const PageHeader = ({
  title,
  isName = false,
  status,
  summary,
  actions,
  actionsAtBottom = false,
  primary,
}: PageHeaderProps) => (
  <div className={styles["title"]}>
    <div className={styles["titleBlock"]}>
      <div className={styles["titleLine"]}>
        <h1 translate={isName ? "no" : undefined}>
          {isName && typeof title === "string" ? <Breakable text={title} /> : title}
        </h1>
        {status}
      </div>
      {summary !== undefined && <p className={styles["summary"]}>{summary}</p>}
    </div>
    {(actions !== undefined || primary !== undefined) && (
      <div className={classNames(styles["actions"], actionsAtBottom && styles["atBottom"])}>
        {actions}
        {primary !== undefined && (
          <span className={styles["desktopOnly"]} data-primary="">
            {primary}
          </span>
        )}
      </div>
    )}
  </div>
);

/** Repeats the primary action at the lower edge of small screens; hidden on larger ones. */
export const BottomActionBar = ({ children }: { children: ReactNode }) => (
  <div className={styles["bottomActionBar"]} data-primary="">
    {children}
  </div>
);

export const Filters = ({ children }: { children: ReactNode }) => (
  <div className={styles["filters"]}>{children}</div>
);

/** Tabs in one line. Where they do not fit, the current one is in view, and an edge with more behind it fades. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useScrolledTabs(bar);
  return (
    <nav ref={bar} className={styles["tabs"]} aria-label={label}>
      {children}
    </nav>
  );
}

export { styles as pageStyles };
