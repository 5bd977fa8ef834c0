import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import styles from "./dialog.module.css";

interface PopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly label: string;
  readonly children: ReactNode;
}

export default function Popover({ anchor, open, onOpenChange, label, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={4}
          className={styles["positioner"]}
        >
          <Base.Popup className={styles["popover"]} aria-label={label} finalFocus={anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
