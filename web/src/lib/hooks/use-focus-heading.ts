import { type RefObject, useEffect, useRef } from "react";

/**
 * A step begins at its first field, which takes the focus itself, or at its heading: whoever reads
 * by ear or goes by keyboard is not left at a button that is gone.
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
