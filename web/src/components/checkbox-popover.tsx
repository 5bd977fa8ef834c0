import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { lazyPart } from "../lib/browser/missing-code.ts";
import type { Option } from "../ui/field.tsx";
import menuStyles from "../ui/menu.module.css";

const load = () => import("../ui/popover.tsx");
const Popover = lazyPart(load);

/** The props that the button of the popover needs. */
export interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly "aria-haspopup": "dialog";
  readonly "aria-expanded": boolean;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onPointerDown: () => void;
  readonly onClick: () => void;
}

interface CheckboxPopoverProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly isChecked: (value: string) => boolean;
  readonly onToggle: (value: string) => void;
  /** Content below the checkboxes. */
  readonly footer?: ReactNode;
  readonly children: (trigger: PopoverTrigger) => ReactNode;
}

/** A button that opens a list of checkboxes, whose code is loaded on hover or focus of the button. */
export function CheckboxPopover({
  label,
  options,
  isChecked,
  onToggle,
  footer,
  children,
}: CheckboxPopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const wasOpen = useRef(false);
  return (
    <>
      {children({
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        // A click that closes the popover must not reopen it.
        onPointerDown: () => {
          wasOpen.current = open;
        },
        onClick: () => {
          setRequested(true);
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        },
      })}
      {requested && (
        <Suspense>
          <Popover anchor={button} open={open} onOpenChange={setOpen} label={label}>
            <div className={menuStyles["list"]}>
              {options.map((option) => (
                <label key={option.value} className={menuStyles["check"]}>
                  <input
                    type="checkbox"
                    checked={isChecked(option.value)}
                    onChange={() => onToggle(option.value)}
                  />
                  {option.label}
                </label>
              ))}
              {footer}
            </div>
          </Popover>
        </Suspense>
      )}
    </>
  );
}
