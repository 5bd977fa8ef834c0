import { useEffect, useSyncExternalStore } from "react";
import { brand } from "../../brand.ts";

let current = "";
const listeners = new Set<() => void>();

/** Sets the page's title in the browser tab and in the breadcrumbs. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    current = title;
    document.title = title === "" ? brand.name : `${title} · ${brand.name}`;
    for (const listener of listeners) listener();
  }, [title]);
}

/** The title that the current page has set. */
export const useCurrentTitle = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
