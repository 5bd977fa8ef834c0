/** Toasts: short-lived messages about completed actions, with an undo. Errors are never shown in a toast alone. */
import { useSyncExternalStore } from "react";

export interface ToastOptions {
  readonly title: string;
  readonly text?: string;
  readonly tone?: "ok" | "danger";
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

let isRequested = false;
const listeners = new Set<() => void>();

export const loadToaster = () => import("./toaster.tsx");

/** Shows a toast; the toaster's code is loaded with the first one. */
export async function toast(options: ToastOptions): Promise<void> {
  isRequested = true;
  for (const listener of listeners) listener();
  const { show } = await loadToaster();
  show(options);
}

/** Whether a toast was requested in this document. */
export const useIsToasterRequested = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isRequested,
    () => isRequested,
  );
