/** Words that pass: what was done, and its undo. Never the only place of an error. */
import { useSyncExternalStore } from "react";

export interface ToastOptions {
  readonly title: string;
  readonly text?: string;
  readonly tone?: "ok" | "bad";
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

let isRequested = false;
const listeners = new Set<() => void>();

export const loadToaster = () => import("./toaster.tsx");

/** Shows a toast; the machinery arrives with the first one. */
export async function toast(words: ToastOptions): Promise<void> {
  isRequested = true;
  for (const listener of listeners) listener();
  const { show } = await loadToaster();
  show(words);
}

/** Whether a toast was ever asked for in this document. */
export const useIsToasterRequested = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRequested,
  );
