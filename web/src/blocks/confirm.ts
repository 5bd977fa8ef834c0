/** The three habits of asking before doing. */
import { type ReactNode, useSyncExternalStore } from "react";
import { toast } from "../ui/toast.ts";
import type { Act, Requested, RequestedByForm } from "./code/requested.ts";

interface Asked {
  /** Names the target: "Reboot train-02?". */
  readonly title: string;
  /** What is pressed: "Reboot train-02". */
  readonly verb: string;
  /** Does it; the dialog closes when this succeeds and shows the refusal when it does not. */
  readonly action: () => Promise<unknown>;
  /**
   * What it sends (`code` of `useAction`), or would send as the question stands; null where it stands on
   * the page already. Secrets are not shown, whatever is given here.
   */
  readonly code: Requested | (() => RequestedByForm) | null;
}

/** Interrupts someone or something: a dialog that names the target. */
interface Interrupting extends Asked {
  readonly habit: "interrupting";
  readonly text: ReactNode;
}

/** Destroys or pays: what follows from it, and the name to type. */
interface Destroying extends Asked {
  readonly habit: "destroying";
  readonly consequences: ReactNode;
  readonly name: string;
}

export type Question = Interrupting | Destroying;

let question: Question | null = null;
const listeners = new Set<() => void>();

function put(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog. */
export const confirm = (next: Question): void => put(next);
/** An entry or button that asks, and what it sends then. */
export const asking = (next: Question & { readonly code: Requested }): Act => ({
  onSelect: () => confirm(next),
  code: next.code,
});
export const closeQuestion = (): void => put(null);

export const useQuestion = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );

/** Reversible: done at once, with its undo in the toast. */
export const reversible = (done: { title: string; undoLabel: string; undo: () => void }): void =>
  void toast({ title: done.title, action: { label: done.undoLabel, onPress: done.undo } });
