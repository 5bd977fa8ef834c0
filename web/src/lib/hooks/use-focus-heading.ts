import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves focus to the step's heading unless a field already has it, so that screen-reader and keyboard users do not
 * lose focus when the previous button unmounts.
 */
export function useFocusHeading<E extends HTMLElement>(title: string): RefObject<E | null> {
  const heading = useRef<E>(null);
  const arrivedAt = useRef("");
  useEffect(() => {
    if (arrivedAt.current === title) return;
    arrivedAt.current = title;
    const { activeElement } = document;
    const isInField = activeElement instanceof HTMLInputElement;
    if (!isInField) heading.current?.focus({ preventScroll: true });
  });
  return heading;
}
