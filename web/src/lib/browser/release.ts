/**
 * Detects whether the server has a newer release of the console than this page. It is checked after a reconnect of
 * the live stream, when a chunk is missing, and when the tab becomes visible.
 */
import { useSyncExternalStore } from "react";
import { isAnythingUnsent, keepsEverythingUnsent } from "./unsent.ts";

/** The entry scripts of the release, written by the build (web/build/release-file.ts). Empty if it is another file. */
const readEntries = (release: unknown): readonly string[] =>
  typeof release === "object" && release !== null && "entry" in release
    ? Object.values(release).filter((entry) => typeof entry === "string")
    : [];

const shownAgainAfterMs = 300_000;
const timeoutMs = 10_000;

let ownEntry: string | null = null;
let offered: string | null = null;
let isReloading = false;
let lastCheckMs = 0;
let checking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Fetches the current release; false when the server did not respond. */
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
  const entries = readEntries(await response.json().catch(() => null));
  // The development server has no release file.
  if (entries.length > 0) offer(entries);
  return true;
}

function offer(entries: readonly string[]): void {
  const isOwn = ownEntry === null || entries.includes(ownEntry);
  const next = isOwn ? null : entries.join(" ");
  if (next === offered) return;
  offered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True once the server has another release than this page. */
export const useNewRelease = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offered !== null,
    () => offered !== null,
  );

const triedKey = "reloaded-for";

/**
 * Whether a navigation may load the new release: no typed text is lost, and it was not tried before. Otherwise a
 * proxy that serves a stale page would cause a reload on every navigation.
 */
export function mayReloadForRelease(): boolean {
  if (offered === null || isAnythingUnsent()) return false;
  if (sessionStorage.getItem(triedKey) === offered) return false;
  sessionStorage.setItem(triedKey, offered);
  return true;
}

/** Reloads on request. The browser does not warn about typed text that is kept in the session storage. */
export function reloadPage(href: string | null): void {
  isReloading = keepsEverythingUnsent();
  if (href === null) location.reload();
  else location.assign(href);
}

/** True during a requested reload that loses no typed text. */
export const isReloadingSafely = (): boolean => isReloading;

/** `entryUrl` is the URL of the page's entry script. */
export function startReleaseWatch(entryUrl: string): void {
  ownEntry = new URL(entryUrl).pathname.slice(1);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - lastCheckMs > shownAgainAfterMs)
      void checkRelease();
  });
}
