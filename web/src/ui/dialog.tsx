import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { InsideDialog } from "./inside-dialog.ts";
import { useReturnFocus } from "./use-return-focus.ts";

function ReturnFocus() {
  useReturnFocus();
  return null;
}

interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, and on an outside click where `closesOutside` is set. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The dialog's buttons; the confirming one comes last. */
  readonly actions?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** A question that requires a decision: announced to screen readers at once. */
  readonly alert?: boolean;
  /** Closes on an outside click; only for dialogs without typed text. */
  readonly closesOutside?: boolean;
  /** Wide dialog, for long lines. */
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
            <InsideDialog value>{children}</InsideDialog>
          </div>
          {actions !== undefined && (
            <div className={styles["footer"]}>
              <InsideDialog value>{actions}</InsideDialog>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A drawer that slides in from the left: navigation for screens without a sidebar. */
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
