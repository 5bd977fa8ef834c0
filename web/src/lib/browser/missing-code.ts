/**
 * State of code chunks that failed to load: the network is down, or a release removed the file. The page stays as it
 * is and a note offers a retry; nothing here reloads the page.
 */
import { lazy, useSyncExternalStore } from "react";

/**
 * How Chrome, Firefox, Safari and Vite report a chunk that failed to load; an error thrown by the code itself reads
 * differently.
 */
const failures =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && failures.test(error.message);

export interface MissingCode {
  /** The page that could not be opened; null when only parts of this page are missing. */
  readonly page: { readonly href: string; readonly open: () => void } | null;
  /** Number of parts of this page whose code is missing. */
  readonly parts: number;
  /** Whether the server responds although the chunk failed to load; null while unknown. */
  readonly isOnline: boolean | null;
  /** True while a retry is in flight. */
  readonly isRetrying: boolean;
}

const nothing: MissingCode = { page: null, parts: 0, isOnline: null, isRetrying: false };
let missing = nothing;
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();

function become(next: Partial<MissingCode>): void {
  missing = { ...missing, ...next, parts: waiting.size };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useMissingCode = (): MissingCode =>
  useSyncExternalStore(
    subscribe,
    () => missing,
    () => missing,
  );

/** Reports a page whose code failed to load; `open` navigates to it again. */
export function reportMissingPage(href: string, open: () => void): void {
  become({ page: { href, open }, isRetrying: false });
}

/** Clears the missing page after a successful navigation. */
export function forgetMissingPage(): void {
  if (missing.page !== null) become({ page: null });
}

export function reportReachable(isOnline: boolean | null): void {
  if (missing.isOnline !== isOnline) become({ isOnline });
}

/** Retries all missing code. */
export function retryMissing(): void {
  const { page } = missing;
  const parts = [...waiting];
  waiting.clear();
  become({ page: null, isRetrying: parts.length > 0 });
  for (const retry of parts) retry();
  page?.open();
}

/**
 * Loads a part of the page. If its chunk fails to load, the promise stays pending until a retry succeeds, so the page
 * keeps its content and typed text.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const part = await load();
      if (waiting.size === 0) become({ isRetrying: false });
      return part;
    } catch (error) {
      if (!isMissingCode(error)) throw error;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
        become({ isRetrying: false });
      });
    }
  }
}

/** Like React's `lazy`, for a component whose chunk may fail to load at first. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));
