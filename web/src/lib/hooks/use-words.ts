/** Messages that a page loads with the first that it shows, such as why a button is disabled. */
import { useSyncExternalStore } from "react";
import { serverPage } from "../browser/page-scope.ts";

/** Undefined while they load, and null if they could not be loaded: the next document tries again. */
type Words<T> = T | null | undefined;

/** Returns a hook; the function that it returns starts to load them. On the server they are never loaded. */
function createWords<T>(load: () => Promise<T>): () => () => Words<T> {
  let words: Words<T>;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const settle = (loaded: Words<T>) => {
    words = loaded;
    for (const listener of listeners) listener();
  };
  const start = () => {
    if (loading !== null || serverPage() !== null) return;
    loading = load().then(settle, () => settle(null));
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return () => {
    const loaded = useSyncExternalStore(
      subscribe,
      () => words,
      () => undefined,
    );
    return () => {
      if (loaded === undefined) start();
      return loaded;
    };
  };
}

export const useDenialWords = createWords(() => import("../i18n/denial-messages.ts"));
export const useProblemWords = createWords(() => import("../i18n/problem-words.ts"));
