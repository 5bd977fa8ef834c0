/** Parts of a page somebody put away, in this browser. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const keyOf = (part: string) => `hidden ${part}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

export function useHidden(
  part: string,
): readonly [hidden: boolean, set: (hidden: boolean) => void] {
  const hidden = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(part)) !== null);
  const set = (next: boolean) => {
    if (next) localStorage.setItem(keyOf(part), "1");
    else localStorage.removeItem(keyOf(part));
    for (const listener of listeners) listener();
  };
  return [hidden, set];
}
