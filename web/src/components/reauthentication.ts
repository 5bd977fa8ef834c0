/**
 * Reauthentication: a request rejected for lack of a recent one waits here and is repeated after it
 * (lib/api/api-client.ts). Forms need no code of their own for it.
 */
import { useSyncExternalStore } from "react";
import { setReauthenticationHandler } from "../lib/api/api-client.ts";
import { loadSession } from "../lib/session/session.ts";

interface PendingReauthentication {
  readonly confirmation: Promise<boolean>;
  readonly settle: (confirmed: boolean) => void;
}

let pending: PendingReauthentication | null = null;
const listeners = new Set<() => void>();

function setPending(next: PendingReauthentication | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Concurrent requests share one reauthentication. */
async function requestReauthentication(): Promise<boolean> {
  // On the return from an OAuth provider the session is not loaded yet.
  if ((await loadSession()) === null) return false;
  if (pending !== null) return pending.confirmation;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setPending({ confirmation: promise, settle: resolve });
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
    () => pending !== null,
  );
