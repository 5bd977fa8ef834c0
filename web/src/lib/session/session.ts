/**
 * Who is signed in. One tab refreshes for all; every tab notices within two seconds when the
 * session ended or went to another user elsewhere in the browser.
 */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { auth, type SessionInfo } from "#contracts/auth.ts";
import { clearLoginAttempt, isLoginAttempt, setLoginAttempt } from "./login-attempt.ts";
import { abortAllRequests, request, setSessionHooks, invalidate } from "../api/api-client.ts";
import { serverNow } from "../api/server-clock.ts";
import { deleteCookie, readCookie } from "../browser/cookies.ts";
import { inOneTab } from "../browser/one-tab.ts";
import { ProblemError } from "../api/problem-error.ts";
import { forgetRoute } from "./return-path.ts";
import { readShared, writeShared } from "./shared-session.ts";
import { afterImpersonation, afterSignOut, expiryOf, isImpersonating } from "./signed-in.ts";
import { forgetUnsent } from "../browser/unsent.ts";

const checkEveryMilliseconds = 2_000;
const refreshBeforeMilliseconds = 30_000;
/** Hidden tabs are woken once a minute at most, so they refresh earlier. */
const refreshBeforeWhileHiddenMilliseconds = 100_000;

/** `expired`: the user was signed in, the page stays as it is, and the password is asked for above it. */
export type SessionStatus = "guest" | "signed-in" | "expired";

interface SessionState {
  readonly status: SessionStatus;
  readonly self: SessionInfo | null;
  readonly maintenanceSince: string | null;
  /** What staff wrote for it; null while only the start is known. */
  readonly maintenanceMessage: string | null;
}

let state: SessionState = {
  status: "guest",
  self: null,
  maintenanceSince: null,
  maintenanceMessage: null,
};
const listeners = new Set<() => void>();

function setState(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);
export const currentSession = (): SessionState => state;

/** The signed-in user with their roles; only below a guarded route. */
export function useSessionInfo(): SessionInfo {
  const { self } = useSession();
  if (self === null)
    throw new ProblemError({
      status: 401,
      code: "no_session",
      message: "No Session",
      requestId: null,
    });
  return self;
}

/** What one tab tells the others. */
type TabMessage =
  | { readonly kind: "left" }
  | { readonly kind: "signed-in"; readonly userId: string }
  | { readonly kind: "handed-over"; readonly to: string };

let expiresAt = 0;
/** The expiry the last refresh could not move: the session is at its absolute end. */
let finalExpiresAt = 0;
const channel = new BroadcastChannel("session");
let queries: QueryClient | null = null;

function applySession(self: SessionInfo): void {
  clearLoginAttempt();
  forgetUnsent(self.user.id);
  expiresAt = expiryOf(self);
  writeShared({ userId: self.user.id, expiresAt });
  setState({ self, status: "signed-in" });
}

/** Where recents.ts keeps what was opened from the palette. */
export const recentsKey = "recents";

/** Nothing of this user may stay in the tab, so the document itself is left; without `to` a page of guests stays. */
function clearAndRedirect(to: string | null): void {
  abortAllRequests();
  setState(to === null ? { status: "guest", self: null } : { status: "guest" });
  queries?.clear();
  localStorage.removeItem(recentsKey);
  forgetUnsent(null);
  if (to !== null) location.replace(to);
}

let loading: Promise<SessionInfo | null> | null = null;

/** Who is signed in, asked once; null for a guest. Without the CSRF cookie there is nobody to ask for. */
export function loadSession(): Promise<SessionInfo | null> {
  if (state.self !== null) return Promise.resolve(state.self);
  if (readCookie("csrf") === null) return Promise.resolve(null);
  loading ??= fetchSession().finally(() => {
    loading = null;
  });
  return loading;
}

async function fetchSession(): Promise<SessionInfo | null> {
  try {
    const self = await request(auth.self, {});
    if (isLoginAttempt(self)) {
      setLoginAttempt(self);
      return null;
    }
    applySession(self);
    return self;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) {
      deleteCookie("csrf");
      return null;
    }
    throw error;
  }
}

/** Roles may have changed: asks again, and keeps what is known when the answer fails to come. */
export async function refetchSession(): Promise<void> {
  applySession(await request(auth.self, {}));
}

/** The answer of a sign-in, in this tab and for the others. */
export function applySignIn(self: SessionInfo): void {
  channel.postMessage({ kind: "signed-in", userId: self.user.id });
  applySession(self);
}

/** Who signed in above a page that is open: the same user goes on there, another one starts anew. */
export function continueAs(self: SessionInfo): void {
  if (state.self !== null && state.self.user.id !== self.user.id) {
    writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
    return clearAndRedirect("/");
  }
  applySignIn(self);
  void queries?.invalidateQueries();
}

/**
 * The browser's session became another person's: staff began to act as a customer, or are themselves
 * again. Every tab leaves what it shows, and goes on there.
 */
export function switchUser(self: SessionInfo, to: string): void {
  writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
  channel.postMessage({ kind: "handed-over", to });
  clearAndRedirect(to);
}

/** The server has signed this browser out with an answer; the page stays. */
export function signedOutHere(): void {
  if (state.self === null) return;
  forgetRoute();
  sessionStorage.clear();
  clearAndRedirect(null);
  channel.postMessage({ kind: "left" });
}

/** `remember` says where to go after the next sign-in; without it the browser forgets. */
export async function logOut(remember?: () => void): Promise<void> {
  forgetRoute();
  // What this tab began, such as linking another account, is not continued by the next person.
  sessionStorage.clear();
  remember?.();
  abortAllRequests();
  setState({ status: "guest" });
  try {
    await request(auth.logout, {}, { isFinal: true });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  } finally {
    // Not before the server has ended it: a tab that left earlier would find itself still signed in.
    channel.postMessage({ kind: "left" });
    clearAndRedirect("/auth/login");
  }
}

function expire(): void {
  if (state.status !== "signed-in") return;
  // The password of a customer is not for staff to type: they go on as themselves, or sign in as such.
  if (state.self !== null && isImpersonating(state.self))
    return clearAndRedirect(afterImpersonation(state.self));
  abortAllRequests();
  void queries?.cancelQueries();
  setState({ status: "expired" });
}

/** Another user signed in in another tab: what this tab shows is not theirs. */
const isDifferentUser = (userId: string): boolean =>
  state.self !== null && state.self.user.id !== userId;

async function refreshOnce(): Promise<void> {
  await inOneTab("session-refresh", async () => {
    // Another tab may have done it while this one waited.
    const shared = readShared();
    if (shared !== null && shared.expiresAt > expiresAt) expiresAt = shared.expiresAt;
    if (!isRefreshDue() || state.status !== "signed-in") return;
    const before = expiresAt;
    const self = await request(auth.refresh, {});
    applySession(self);
    if (expiresAt <= before) finalExpiresAt = expiresAt;
  });
}

const isRefreshDue = (): boolean => {
  const margin = document.hidden ? refreshBeforeWhileHiddenMilliseconds : refreshBeforeMilliseconds;
  return expiresAt !== finalExpiresAt && expiresAt - serverNow() <= margin;
};

let checking = false;

async function check(): Promise<void> {
  if (checking || state.status !== "signed-in") return;
  checking = true;
  try {
    const shared = readShared();
    if (shared !== null && isDifferentUser(shared.userId)) return clearAndRedirect(location.href);
    if (shared !== null && shared.expiresAt > expiresAt) expiresAt = shared.expiresAt;
    if (readCookie("csrf") === null)
      return expiresAt <= serverNow() ? expire() : clearAndRedirect(afterSignOut());
    if (expiresAt <= serverNow() && expiresAt === finalExpiresAt) return expire();
    if (isRefreshDue()) await refreshOnce();
  } catch (error) {
    // A refused session has shown itself already; anything else is tried again at the next check.
    if (error instanceof ProblemError && error.status === 401) expire();
  } finally {
    checking = false;
  }
}

/** Before a write: whose session does the browser carry by now? */
async function assertSameUser(): Promise<void> {
  const { self, status } = state;
  const cookie = readCookie("csrf");
  if (
    self === null ||
    status !== "signed-in" ||
    cookie === null ||
    cookie === self.userSession.csrf
  )
    return;
  const now = await request(auth.self, {});
  if (isDifferentUser(now.user.id)) {
    clearAndRedirect(location.href);
    throw new ProblemError({
      status: 401,
      code: "another_user",
      message: "Another user signed in",
      requestId: null,
    });
  }
  applySession(now);
}

export function startSession(client: QueryClient): void {
  queries = client;
  setSessionHooks({
    // Of the session this tab knows: should another take its place, the server refuses instead of acting as them.
    csrf: () => (state.status === "signed-in" ? (state.self?.userSession.csrf ?? null) : null),
    beforeWrite: assertSameUser,
    sessionLost: expire,
    maintenance: (startedAt, message) => {
      const isKnown = startedAt === state.maintenanceSince;
      const before = isKnown ? state.maintenanceMessage : null;
      const maintenanceMessage = message === undefined ? before : message;
      if (isKnown && maintenanceMessage === before) return;
      setState({ maintenanceSince: startedAt, maintenanceMessage });
    },
  });
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (state.self === null) return;
    if (data.kind === "left") clearAndRedirect(afterSignOut());
    else if (data.kind === "handed-over") clearAndRedirect(data.to);
    else if (isDifferentUser(data.userId)) clearAndRedirect(location.href);
    else void refetchSession().then(() => invalidate(client));
  });
  setInterval(() => void check(), checkEveryMilliseconds);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void check();
  });
  // A page that Back restores may show data of a user who has signed out, or of a session that has ended.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (state.status === "guest" && state.self !== null) location.reload();
    else void check();
  });
}
