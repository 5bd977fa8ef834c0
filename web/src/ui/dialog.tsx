import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { useReturnFocus } from "./use-return-focus.ts";

function ReturnFocus() {
  useReturnFocus();
  return null;
}

interface DialogProps {
  readonly open: boolean;
  /** Escape, or a press outside where that is allowed. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Its buttons; the one that does the thing stands last. */
  readonly actions?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** A question that has to be answered: said to screen readers at once. */
  readonly alert?: boolean;
  /** Only where nothing was typed. */
  readonly closesOutside?: boolean;
  /** For what has long lines. */
  readonly wide?: boolean;
}

export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  initialFocus,
  alert = false,
  closesOutside = false,
  wide = false,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={!closesOutside}
    >
      <Base.Portal>
        <Base.Backdrop className={styles["backdrop"]} />
        <Base.Popup
          className={classNames(styles["popup"], wide && styles["wide"])}
          role={alert ? "alertdialog" : "dialog"}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          <ReturnFocus />
          <div className={styles["body"]}>
            <Base.Title className={styles["title"]}>{title}</Base.Title>
            {children}
          </div>
          {actions !== undefined && <div className={styles["footer"]}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Comes in from the left: navigation where there is no room for a sidebar. */
export function Drawer({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles["backdrop"]} />
        <Base.Popup className={styles["drawer"]} aria-label={label}>
          <ReturnFocus />
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
