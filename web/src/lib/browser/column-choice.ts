/** Columns of a list that a user shows or hides against the default, remembered in this browser. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const storageKey = (listId: string) => `columns ${listId}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

/** The first render shows the default columns, as the server does. */
const noneChanged = () => "";

/** Keys of the columns that differ from the default of their list, and a function to change them. */
export function useChangedColumns(
  listId: string,
): readonly [changed: ReadonlySet<string>, set: (changed: ReadonlySet<string>) => void] {
  const key = storageKey(listId);
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? "",
    noneChanged,
  );
  const set = (changed: ReadonlySet<string>) => {
    if (changed.size === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, [...changed].join(","));
    for (const listener of listeners) listener();
  };
  return [new Set(stored.split(",").filter((column) => column !== "")), set];
}
