import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** Scrolls to the element that the URL's hash names and moves the focus there. */
export function useScrollToHash(): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const target = hash === "" ? null : document.getElementById(hash);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash]);
}
