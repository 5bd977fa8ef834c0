/** The three habits of asking before doing. */
import { type ReactNode, useSyncExternalStore } from "react";
import { toast } from "../ui/toast.ts";
import type {
  ActionWithCode,
  RequestPreview,
  FormRequestPreview,
} from "./code-samples/request-preview.ts";

interface ConfirmationBase {
  /** Names the target: "Reboot train-02?". */
  readonly title: string;
  /** What is pressed: "Reboot train-02". */
  readonly confirmLabel: string;
  /** Does it; the dialog closes when this succeeds and shows the refusal when it does not. */
  readonly action: () => Promise<unknown>;
  /**
   * What it sends (`code` of `useEndpointAction`), or would send as the question stands; null where it stands on
   * the page already. Secrets are not shown, whatever is given here.
   */
  readonly code: RequestPreview | (() => FormRequestPreview) | null;
}

/** Interrupts someone or something: a dialog that names the target. */
interface DisruptiveConfirmation extends ConfirmationBase {
  readonly severity: "disruptive";
  readonly text: ReactNode;
}

/** Destroys or pays: what follows from it, and the name to type. */
interface DestructiveConfirmation extends ConfirmationBase {
  readonly severity: "destructive";
  readonly consequences: ReactNode;
  readonly name: string;
}

export type Confirmation = DisruptiveConfirmation | DestructiveConfirmation;

let current: Confirmation | null = null;
const listeners = new Set<() => void>();

function setCurrent(next: Confirmation | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog. */
export const openConfirmDialog = (next: Confirmation): void => setCurrent(next);
/** An entry or button that asks, and what it sends then. */
export const withConfirmation = (
  next: Confirmation & { readonly code: RequestPreview },
): ActionWithCode => ({
  onSelect: () => openConfirmDialog(next),
  code: next.code,
});
export const closeConfirmDialog = (): void => setCurrent(null);

export const useConfirmation = (): Confirmation | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );

/** Reversible: done at once, with its undo in the toast. */
export const toastWithUndo = (done: { title: string; undoLabel: string; undo: () => void }): void =>
  void toast({ title: done.title, action: { label: done.undoLabel, onPress: done.undo } });
