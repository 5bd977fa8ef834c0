/** The requests that are shown as code above the page, each under the name of its action. */
import { useSyncExternalStore } from "react";
import type { RequestPreview } from "./request-preview.ts";

export interface ActionCode {
  /** As the action is called where it is chosen. */
  readonly label: string;
  readonly code: RequestPreview;
  /** Why it cannot be done now. */
  readonly reason?: string | null | undefined;
}

let currentActions: readonly ActionCode[] | null = null;
const listeners = new Set<() => void>();

function setState(next: readonly ActionCode[] | null): void {
  currentActions = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog. */
export const openCodeDialog = (actions: readonly ActionCode[]): void => setState(actions);
export const closeCodeDialog = (): void => setState(null);

export const useCodeDialog = (): readonly ActionCode[] | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentActions,
  );
