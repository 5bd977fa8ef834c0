import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../lib/browser/missing-code.ts";
import type { Option } from "../ui/field.tsx";
import menuStyles from "../ui/menu.module.css";
import { type PopoverTrigger, usePopoverTrigger } from "../ui/use-popover-trigger.ts";

const load = () => import("../ui/popover.tsx");
const Popover = lazyPart(load);

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
  const { trigger, open, setOpen, requested } = usePopoverTrigger(load);
  return (
    <>
      {children(trigger)}
      {requested && (
        <Suspense>
          <Popover anchor={trigger.ref} open={open} onOpenChange={setOpen} label={label}>
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
