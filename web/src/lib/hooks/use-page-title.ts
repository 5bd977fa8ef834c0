import { useEffect, useSyncExternalStore } from "react";
import { brand } from "../../brand.ts";
import { getFirstView, perPage, serverPage } from "../browser/page-scope.ts";

let current = "";
/** Titles that the components of the server's rendering have set. */
const rendered = perPage(() => ({ title: "" }));
const listeners = new Set<() => void>();

/** Stands for the title where it is shown before the page has set it; the server replaces it. */
export const titlePlaceholder = "\u{f8ff}title\u{f8ff}";

/** Sets the page's title in the browser tab and in the breadcrumbs. */
export function usePageTitle(title: string): void {
  if (serverPage() !== null) rendered().title = title;
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
    () => (serverPage() === null ? (getFirstView()?.title ?? "") : titlePlaceholder),
  );

/** The title of the server's rendering. */
export const renderedTitle = (): string => rendered().title;
