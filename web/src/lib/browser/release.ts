/**
 * Which release of the console this page is, and whether the server has another by now. It is asked when
 * something suggests it: the live stream came back, a file is missing, the tab is shown again.
 */
import { useSyncExternalStore } from "react";
import { z } from "zod";
import { isAnythingUnsent, keepsEverythingUnsent } from "./unsent.ts";

/** Written by the build (web/build/release-file.ts): the file every page starts with. */
const Release = z.object({ entry: z.string() });

const shownAgainAfterMs = 300_000;
const timeoutMs = 10_000;

let ownEntry: string | null = null;
let offered: string | null = null;
let isReloading = false;
let lastCheckMs = 0;
let checking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Asks for the current release; false when no server answered. */
export function checkRelease(): Promise<boolean> {
  checking ??= ask().finally(() => {
    checking = null;
  });
  return checking;
}

async function ask(): Promise<boolean> {
  lastCheckMs = performance.now();
  let response: Response;
  try {
    response = await fetch("/release.json", {
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return false;
  }
  const found = Release.safeParse(await response.json().catch(() => null));
  // While the console is developed there is no such file.
  if (found.success) offer(found.data.entry);
  return true;
}

function offer(entry: string): void {
  const next = ownEntry === null || entry === ownEntry ? null : entry;
  if (next === offered) return;
  offered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True once the server has another release than this page. */
export const useNewRelease = (): boolean => useSyncExternalStore(subscribe, () => offered !== null);

const triedKey = "reloaded-for";

/**
 * Whether a navigation may load the new release: nothing typed would be lost, and it was not tried before.
 * A proxy that keeps an old page would otherwise make every navigation load that page once more.
 */
export function mayReloadForRelease(): boolean {
  if (offered === null || isAnythingUnsent()) return false;
  if (sessionStorage.getItem(triedKey) === offered) return false;
  sessionStorage.setItem(triedKey, offered);
  return true;
}

/** Reloads on request. Typed text that is kept in the session does not ask whether to leave. */
export function reloadPage(href: string | null): void {
  isReloading = keepsEverythingUnsent();
  if (href === null) location.reload();
  else location.assign(href);
}

/** True while a reload was asked for that loses nothing. */
export const isReloadingSafely = (): boolean => isReloading;

/** `entryUrl` is the address of the script the page started with. */
export function startReleaseWatch(entryUrl: string): void {
  ownEntry = new URL(entryUrl).pathname.slice(1);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - lastCheckMs > shownAgainAfterMs)
      void checkRelease();
  });
}
