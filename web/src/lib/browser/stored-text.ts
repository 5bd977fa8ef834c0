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

/** The stored text, empty without one. */
export const readStoredText = (key: string): string => localStorage.getItem(key) ?? "";

/** An empty text deletes it. Throws if the storage is full. */
export function storeText(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } finally {
    for (const listener of listeners) listener();
  }
}

/** The stored text, empty without one, and a function to change it. */
export function useStoredText(key: string): readonly [text: string, set: (text: string) => void] {
  const stored = useSyncExternalStore(subscribe, () => readStoredText(key), nothing);
  return [stored, (text) => storeText(key, text)];
}
