/** Which of the two is open: the command palette, or the list of keys. */
import { useSyncExternalStore } from "react";

type Shown = "palette" | "shortcuts" | null;

let shown: Shown = null;
const listeners = new Set<() => void>();

export function showPalette(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const usePaletteShown = (): Shown =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
