/**
 * "Confirm that it is you": any call refused for want of a fresh proof waits here, and is repeated
 * once the proof is given (lib/client.ts). No form has to do anything for it.
 */
import { useSyncExternalStore } from "react";
import { setReauthenticationHandler } from "../lib/api/api-client.ts";
import { loadSession } from "../lib/session/session.ts";

interface PendingReauthentication {
  readonly answer: Promise<boolean>;
  readonly settle: (confirmed: boolean) => void;
}

let pending: PendingReauthentication | null = null;
const listeners = new Set<() => void>();

function setPending(next: PendingReauthentication | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Calls that are refused together are answered together. */
async function requestReauthentication(): Promise<boolean> {
  // Where one comes back from another provider nobody has asked yet who is signed in.
  if ((await loadSession()) === null) return false;
  if (pending !== null) return pending.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setPending({ answer: promise, settle: resolve });
  return promise;
}

setReauthenticationHandler(requestReauthentication);

export function resolveReauthentication(confirmed: boolean): void {
  const settled = pending;
  setPending(null);
  settled?.settle(confirmed);
}

export const useReauthenticationPending = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending !== null,
  );
