/** The requests that are shown as code above the page, each under the name of its action. */
import { useSyncExternalStore } from "react";
import type { Requested } from "./requested.ts";

export interface CodedAction {
  /** As the action is called where it is chosen. */
  readonly label: string;
  readonly code: Requested;
  /** Why it cannot be done now. */
  readonly reason?: string | null | undefined;
}

let shown: readonly CodedAction[] | null = null;
const listeners = new Set<() => void>();

function put(next: readonly CodedAction[] | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog. */
export const showCode = (actions: readonly CodedAction[]): void => put(actions);
export const closeCode = (): void => put(null);

export const useShownCode = (): readonly CodedAction[] | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
