import { type RefObject, useRef, useState } from "react";

/** The props that the button of a popover needs. */
export interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly "aria-haspopup": "dialog";
  readonly "aria-expanded": boolean;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onPointerDown: () => void;
  readonly onClick: () => void;
}

interface PopoverState {
  readonly trigger: PopoverTrigger;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** Whether the button was pressed at least once: the popover is rendered from then on. */
  readonly requested: boolean;
}

/** State of a popover whose code `load` fetches on hover or focus of its button. */
export function usePopoverTrigger(load: () => Promise<unknown>): PopoverState {
  const ref = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const wasOpen = useRef(false);
  const trigger: PopoverTrigger = {
    ref,
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
  };
  return { trigger, open, setOpen, requested };
}
