import { type RefObject, useEffect } from "react";

/** Scrolls the bar alone: the page stays where it is. */
function showCurrent(bar: HTMLElement): void {
  const current = bar.querySelector("[aria-current]");
  if (current === null) return;
  const [edges, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  // As far as the edges fade, so that the current tab does not.
  const fade = Number.parseFloat(getComputedStyle(bar).scrollPaddingInlineStart) || 0;
  const before = tab.left - edges.left - fade;
  const after = tab.right - edges.right + fade;
  if (before < 0) bar.scrollLeft += before;
  else if (after > 0) bar.scrollLeft += after;
}

function markEdges(bar: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = bar;
  bar.toggleAttribute("data-more-before", scrollLeft > 1);
  bar.toggleAttribute("data-more-after", scrollLeft < scrollWidth - clientWidth - 1);
}

/** Keeps the current tab of a bar in view when it changes, and marks the edges behind which there are more tabs. */
export function useScrolledTabs(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = ref.current;
    if (bar === null) return undefined;
    const update = () => {
      showCurrent(bar);
      markEdges(bar);
    };
    const scrolled = () => markEdges(bar);
    // Also called once at first.
    const sizes = new ResizeObserver(update);
    sizes.observe(bar);
    const changes = new MutationObserver(update);
    changes.observe(bar, { subtree: true, childList: true, attributeFilter: ["aria-current"] });
    bar.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
      bar.removeEventListener("scroll", scrolled);
    };
  }, [ref]);
}
