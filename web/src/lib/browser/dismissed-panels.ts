/** Panels that a user dismissed in this browser; they stay visible for other users of the browser. */
import { useSyncExternalStore } from "react";
import { useSessionInfo } from "../session/session.ts";

const listeners = new Set<() => void>();
const storageKey = (userId: string, part: string) => `hidden ${part} ${userId}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

export function useDismissed(
  part: string,
): readonly [hidden: boolean, set: (hidden: boolean) => void] {
  const { user } = useSessionInfo();
  const key = storageKey(user.id, part);
  const hidden = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) !== null,
    // The server does not know what this browser has stored.
    () => false,
  );
  const set = (next: boolean) => {
    if (next) localStorage.setItem(key, "1");
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return [hidden, set];
}
