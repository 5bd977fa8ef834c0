/** Which dialog is open: the command palette or the list of shortcuts. */
import { useSyncExternalStore } from "react";

type PaletteView = "palette" | "shortcuts" | null;

let currentView: PaletteView = null;
const listeners = new Set<() => void>();

export function setPaletteView(next: PaletteView): void {
  currentView = next;
  for (const listener of listeners) listener();
}

export const usePaletteView = (): PaletteView =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentView,
    () => currentView,
  );
