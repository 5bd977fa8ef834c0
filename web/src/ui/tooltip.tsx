import { type ReactNode, useId, useRef } from "react";
import styles from "./tooltip.module.css";

const gap = 6;
const viewportPadding = 12;

function positionTooltip(tip: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const above = around.top - height - gap;
  const left = around.left + around.width / 2 - width / 2;
  tip.style.top = `${above < viewportPadding ? around.bottom + gap : above}px`;
  tip.style.left = `${Math.max(viewportPadding, Math.min(left, window.innerWidth - width - viewportPadding))}px`;
}

interface TooltipProps {
  /** Without text there is no tooltip. */
  readonly text: ReactNode;
  /** Receives the id for `aria-describedby`. */
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/** Shown on hover, on focus and to screen readers; Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (tip.current === null || anchor.current === null || tip.current.matches(":popover-open"))
      return;
    tip.current.showPopover();
    positionTooltip(tip.current, anchor.current);
  };
  const hide = () => {
    if (tip.current?.matches(":popover-open") === true) tip.current.hidePopover();
  };
  if (text === null || text === undefined || text === "") return children(undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only observes the events of the button inside
    <span
      ref={anchor}
      className={styles["anchor"]}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => {
        if (event.key === "Escape") hide();
      }}
    >
      {children(id)}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={styles["tooltip"]}>
        {text}
      </span>
    </span>
  );
}
