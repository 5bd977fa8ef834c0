/** The actions whose code samples the dialog shows. */
import { useSyncExternalStore } from "react";
import type { RequestPreview } from "./request-preview.ts";

export interface ActionCode {
  /** The action's label in its menu or button. */
  readonly label: string;
  readonly code: RequestPreview;
  /** Disabled reason of the action. */
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
    () => currentActions,
  );
