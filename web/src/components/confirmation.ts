/** Confirmation levels: none (undo toast), disruptive (dialog), destructive (dialog with typed name). */
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
  /** Label of the confirm button: "Reboot train-02". */
  readonly confirmLabel: string;
  /** Runs the action. The dialog closes on success and shows the problem on failure. */
  readonly action: () => Promise<unknown>;
  /**
   * The request that `action` sends (`code` of `useEndpointAction`), or a function for a request that depends on the
   * dialog's fields. Null when the page already offers the code sample. Requests with secrets are never shown.
   */
  readonly code: RequestPreview | (() => FormRequestPreview) | null;
}

/** The action interrupts something: the dialog names the target. */
interface DisruptiveConfirmation extends ConfirmationBase {
  readonly severity: "disruptive";
  readonly text: ReactNode;
}

/** The action destroys or pays: the dialog lists the consequences and requires the typed name. */
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
/** A menu entry or button that asks for confirmation, with the request it then sends. */
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
    () => current,
  );

/** For reversible actions: they run at once, and the toast offers an undo. */
export const toastWithUndo = (done: { title: string; undoLabel: string; undo: () => void }): void =>
  void toast({ title: done.title, action: { label: done.undoLabel, onPress: done.undo } });
