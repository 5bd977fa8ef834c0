/** The requests whose code samples the dialog shows. */
import { useSyncExternalStore } from "react";
import type { CodeGroup } from "./page-code.ts";

let shown: readonly CodeGroup[] | null = null;
const listeners = new Set<() => void>();

function setState(next: readonly CodeGroup[] | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog. */
export const openCodeDialog = (groups: readonly CodeGroup[]): void => setState(groups);
export const closeCodeDialog = (): void => setState(null);

export const useCodeDialog = (): readonly CodeGroup[] | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => shown,
  );
