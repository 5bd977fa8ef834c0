import { useSyncExternalStore } from "react";
import { useTheme } from "../lib/browser/theme.ts";

const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"] as const;

function subscribe(listener: () => void) {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", listener);
  return () => {
    for (const list of lists) list.removeEventListener("change", listener);
  };
}

const read = () => queries.map((query) => matchMedia(query).matches).join(" ");

/** Changes whenever the page's colors change. For drawings that CSS does not reach. */
export function useAppearance(): string {
  const theme = useTheme();
  return `${theme} ${useSyncExternalStore(subscribe, read, () => "")}`;
}
