/**
 * The URL and the state of a guests' page. Each of these pages is a document of its own: a link is a plain link, and
 * only steps within a page stay in its document.
 */
import { useSyncExternalStore } from "react";
import { deleteCookie, writeCookie } from "./cookies.ts";
import { perPage, serverPage } from "./page-scope.ts";

/** Values of the history entry, where a reload and Back find them. */
export interface PageState {
  /** Action token of an email link: removed from the URL when the link is opened. */
  readonly token?: string;
  /** Email address that the link or code was sent to. */
  readonly sentTo?: string;
  /** Code of the reason why the user is back on the page. */
  readonly rejected?: string;
}

export interface PageEntry {
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly state: PageState;
}

const names = ["token", "sentTo", "rejected"] as const;

/** The values of the page in a history entry, which may hold others. */
function toPageState(value: unknown): PageState {
  if (typeof value !== "object" || value === null) return {};
  const found = names.flatMap((name) => {
    const text: unknown = Reflect.get(value, name);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found);
}

const readEntry = (): PageEntry => ({
  pathname: location.pathname,
  search: new URLSearchParams(location.search),
  state: toPageState(history.state),
});

const store = perPage(() => ({
  entry:
    serverPage() === null
      ? readEntry()
      : { pathname: "", search: new URLSearchParams(), state: {} },
  listeners: new Set<() => void>(),
}));

export const pageEntry = (): PageEntry => store().entry;

/** Called by the server before it renders a page. */
export function setServerPageEntry(pathname: string): void {
  store().entry = { pathname, search: new URLSearchParams(), state: {} };
}

function changed(): void {
  const page = store();
  page.entry = readEntry();
  for (const listener of page.listeners) listener();
}

const subscribe = (listener: () => void) => {
  const { listeners } = store();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePageEntry = (): PageEntry => useSyncExternalStore(subscribe, pageEntry, pageEntry);

/** Calls `show` after each step within the page. */
export function onPageStep(show: () => void): void {
  subscribe(show);
}

/** Call once: Back and Forward between the steps of a page. */
export function watchPageEntry(): void {
  window.addEventListener("popstate", changed);
}

/** Thrown while a page is opened: another page is shown instead. */
export class PageRedirect extends Error {
  readonly path: string;
  readonly state: PageState;

  constructor(path: string, state: PageState = {}) {
    super(`Redirect to ${path}`);
    this.path = path;
    this.state = state;
  }
}

/**
 * Holds the state of the next document while this one is left. A cookie of this name tells the server not to render a
 * page whose text depends on it.
 */
const passedKey = "page-state";
const passedSeconds = 10;

interface OpenOptions {
  readonly state?: PageState;
  /** Replaces this page in the history. */
  readonly replace?: boolean;
}

/** Opens a path of the console: within this document if only the step of the page changes. */
export function openPage(path: string, { state = {}, replace = false }: OpenOptions = {}): void {
  const { pathname } = new URL(path, location.href);
  if (pathname === location.pathname) {
    if (replace) history.replaceState(state, "", path);
    else history.pushState(state, "", path);
    return changed();
  }
  if (Object.keys(state).length > 0) {
    sessionStorage.setItem(passedKey, JSON.stringify({ pathname, state }));
    writeCookie(passedKey, "1", passedSeconds);
  }
  if (replace) location.replace(path);
  else location.assign(path);
}

/** Changes the URL of this document before its page is shown. */
export function renamePage(path: string, state: PageState = {}): void {
  history.replaceState(state, "", path);
  store().entry = readEntry();
}

/**
 * Takes the state that the previous document passed to this page, and puts it into the history entry beside
 * `routerKeys`, without which the console's router would drop it.
 */
export function acceptPassedState(routerKeys: object = {}): void {
  const text = sessionStorage.getItem(passedKey);
  if (text === null) return;
  sessionStorage.removeItem(passedKey);
  deleteCookie(passedKey);
  const passed: unknown = JSON.parse(text);
  if (typeof passed !== "object" || passed === null || !("state" in passed)) return;
  // The user may have opened another page instead.
  if (Reflect.get(passed, "pathname") !== location.pathname) return;
  history.replaceState({ ...routerKeys, ...toPageState(passed.state) }, "");
  store().entry = readEntry();
}
