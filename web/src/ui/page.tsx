import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageHeaderProps {
  readonly title: ReactNode;
  /** The title is a name that somebody chose: a browser that translates leaves it as it is. */
  readonly isName?: boolean;
  readonly status?: ReactNode;
  /** One sentence of the facts that matter. */
  readonly summary?: ReactNode;
  readonly actions?: ReactNode;
  /** The action that stays at the lower edge of a small screen, instead of among `actions`. */
  readonly primary?: ReactNode;
}

/** A page begins with its name, the facts that matter and its actions. */
export const PageHeader = ({
  title,
  isName = false,
  status,
  summary,
  actions,
  primary,
}: PageHeaderProps) => (
  <div className={styles["title"]}>
    <div className={styles["titleBlock"]}>
      <div className={styles["titleLine"]}>
        <h1 translate={isName ? "no" : undefined}>{title}</h1>
        {status}
      </div>
      {summary !== undefined && <p className={styles["summary"]}>{summary}</p>}
    </div>
    {(actions !== undefined || primary !== undefined) && (
      <div className={styles["actions"]}>
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

/** The same action again where the thumb is; hidden where there is room at the top. */
export const BottomActionBar = ({ children }: { children: ReactNode }) => (
  <div className={styles["bottomActionBar"]} data-primary="">
    {children}
  </div>
);

export const Filters = ({ children }: { children: ReactNode }) => (
  <div className={styles["filters"]}>{children}</div>
);

export const TabBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles["tabs"]} aria-label={label}>
    {children}
  </nav>
);

export { styles as pageStyles };
