/** Light, dark or system theme, stored in a cookie, so that the server renders it into the page without a flash. */
import { useSyncExternalStore } from "react";
import { readCookie, writeCookie, yearSeconds } from "./cookies.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

const getTheme = (): Theme => themes.find((theme) => theme === readCookie("theme")) ?? "system";

export function setTheme(theme: Theme): void {
  writeCookie("theme", theme, yearSeconds);
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getTheme,
    getTheme,
  );
