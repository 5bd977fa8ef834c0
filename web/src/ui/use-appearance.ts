import { useSyncExternalStore } from "react";

const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"] as const;
const themeAttribute = "data-theme";

function subscribe(listener: () => void) {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [themeAttribute] });
  return () => {
    for (const list of lists) list.removeEventListener("change", listener);
    observer.disconnect();
  };
}

const read = () =>
  [
    document.documentElement.getAttribute(themeAttribute),
    ...queries.map((query) => matchMedia(query).matches),
  ].join(" ");

/** Changes whenever the page's colors change. For drawings that CSS does not reach. */
export const useAppearance = (): string => useSyncExternalStore(subscribe, read, () => "");
