/**
 * "Confirm that it is you": any call refused for want of a fresh proof waits here, and is repeated
 * once the proof is given (lib/client.ts). No form has to do anything for it.
 */
import { useSyncExternalStore } from "react";
import { connectIdentity } from "../lib/client.ts";
import { loadSession } from "../lib/session.ts";

interface Asking {
  readonly answer: Promise<boolean>;
  readonly settle: (confirmed: boolean) => void;
}

let asking: Asking | null = null;
const listeners = new Set<() => void>();

function become(next: Asking | null): void {
  asking = next;
  for (const listener of listeners) listener();
}

/** Calls that are refused together are answered together. */
async function askIdentity(): Promise<boolean> {
  // Where one comes back from another provider nobody has asked yet who is signed in.
  if ((await loadSession()) === null) return false;
  if (asking !== null) return asking.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  become({ answer: promise, settle: resolve });
  return promise;
}

connectIdentity(askIdentity);

export function settleIdentity(confirmed: boolean): void {
  const settled = asking;
  become(null);
  settled?.settle(confirmed);
}

export const useIdentityAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asking !== null,
  );
