/** Text that this browser remembers, shown by every component that reads its key, in all tabs. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

/** The first render has no text, as on the server. */
const nothing = () => "";

/** The stored text, empty without one, and a function to change it. */
export function useStoredText(key: string): readonly [text: string, set: (text: string) => void] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? "", nothing);
  const set = (text: string) => {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    for (const listener of listeners) listener();
  };
  return [stored, set];
}
