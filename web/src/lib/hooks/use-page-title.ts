import { useEffect, useSyncExternalStore } from "react";
import { brand } from "../../brand.ts";

let current = "";
const listeners = new Set<() => void>();

/** Names the page in the browser's tab and in the breadcrumbs. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    current = title;
    document.title = title === "" ? brand.name : `${title} · ${brand.name}`;
    for (const listener of listeners) listener();
  }, [title]);
}

/** What the page called itself. */
export const useCurrentTitle = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
