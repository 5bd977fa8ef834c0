/**
 * Who is signed in. One tab refreshes for all; every tab notices within two seconds when the
 * session ended or went to another user elsewhere in the browser.
 */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { auth, type Self } from "#contracts/auth.ts";
import { dropAttempt, isAttempt, keepAttempt } from "./attempt.ts";
import { abortAllCalls, call, connectSession, refresh } from "./client.ts";
import { serverNow } from "./clock.ts";
import { deleteCookie, readCookie } from "./cookies.ts";
import { inOneTab } from "./one-tab.ts";
import { ProblemError } from "./problem.ts";
import { forgetRoute } from "./route-me.ts";
import { readShared, writeShared } from "./shared-session.ts";
import { afterImpersonation, afterSignOut, expiryOf, isImpersonating } from "./signed-in.ts";
import { forgetUnsent } from "./unsent.ts";

const checkEveryMilliseconds = 2_000;
const refreshBeforeMilliseconds = 30_000;
/** Hidden tabs are woken once a minute at most, so they refresh earlier. */
const refreshBeforeWhileHiddenMilliseconds = 100_000;

/** `expired`: the user was signed in, the page stays as it is, and the password is asked for above it. */
export type Standing = "guest" | "signed-in" | "expired";

interface State {
  readonly standing: Standing;
  readonly self: Self | null;
  readonly maintenanceSince: string | null;
  /** What staff wrote for it; null while only the start is known. */
  readonly maintenanceMessage: string | null;
}

let state: State = {
  standing: "guest",
  self: null,
  maintenanceSince: null,
  maintenanceMessage: null,
};
const listeners = new Set<() => void>();

function become(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSession = (): State => useSyncExternalStore(subscribe, () => state);
export const currentSession = (): State => state;

/** The signed-in user with their roles; only below a guarded route. */
export function useSelf(): Self {
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
type Told =
  | { readonly kind: "left" }
  | { readonly kind: "signed-in"; readonly userId: string }
  | { readonly kind: "handed-over"; readonly to: string };

let expiresAt = 0;
/** The expiry the last refresh could not move: the session is at its absolute end. */
let unmovable = 0;
const channel = new BroadcastChannel("session");
let queries: QueryClient | null = null;

function adopt(self: Self): void {
  dropAttempt();
  forgetUnsent(self.user.id);
  expiresAt = expiryOf(self);
  writeShared({ userId: self.user.id, expiresAt });
  become({ self, standing: "signed-in" });
}

/** Where recents.ts keeps what was opened from the palette. */
export const recentsKey = "recents";

/** Nothing of this user may stay in the tab, so the document itself is left; without `to` a page of guests stays. */
function leave(to: string | null): void {
  abortAllCalls();
  become(to === null ? { standing: "guest", self: null } : { standing: "guest" });
  queries?.clear();
  localStorage.removeItem(recentsKey);
  forgetUnsent(null);
  if (to !== null) location.replace(to);
}

let loading: Promise<Self | null> | null = null;

/** Who is signed in, asked once; null for a guest. Without the CSRF cookie there is nobody to ask for. */
export function loadSession(): Promise<Self | null> {
  if (state.self !== null) return Promise.resolve(state.self);
  if (readCookie("csrf") === null) return Promise.resolve(null);
  loading ??= askSelf().finally(() => {
    loading = null;
  });
  return loading;
}

async function askSelf(): Promise<Self | null> {
  try {
    const self = await call(auth.self, {});
    if (isAttempt(self)) {
      keepAttempt(self);
      return null;
    }
    adopt(self);
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
export async function reloadSelf(): Promise<void> {
  adopt(await call(auth.self, {}));
}

/** The answer of a sign-in, in this tab and for the others. */
export function adoptSignIn(self: Self): void {
  channel.postMessage({ kind: "signed-in", userId: self.user.id });
  adopt(self);
}

/** Who signed in above a page that is open: the same user goes on there, another one starts anew. */
export function goOnAs(self: Self): void {
  if (state.self !== null && state.self.user.id !== self.user.id) {
    writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
    return leave("/");
  }
  adoptSignIn(self);
  void queries?.invalidateQueries();
}

/**
 * The browser's session became another person's: staff began to act as a customer, or are themselves
 * again. Every tab leaves what it shows, and goes on there.
 */
export function handOver(self: Self, to: string): void {
  writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
  channel.postMessage({ kind: "handed-over", to });
  leave(to);
}

/** The server has signed this browser out with an answer; the page stays. */
export function signedOutHere(): void {
  if (state.self === null) return;
  forgetRoute();
  sessionStorage.clear();
  leave(null);
  channel.postMessage({ kind: "left" });
}

/** `remember` says where to go after the next sign-in; without it the browser forgets. */
export async function logOut(remember?: () => void): Promise<void> {
  forgetRoute();
  // What this tab began, such as linking another account, is not continued by the next person.
  sessionStorage.clear();
  remember?.();
  abortAllCalls();
  become({ standing: "guest" });
  try {
    await call(auth.logout, {}, { last: true });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  } finally {
    // Not before the server has ended it: a tab that left earlier would find itself still signed in.
    channel.postMessage({ kind: "left" });
    leave("/auth/login");
  }
}

function expire(): void {
  if (state.standing !== "signed-in") return;
  // The password of a customer is not for staff to type: they go on as themselves, or sign in as such.
  if (state.self !== null && isImpersonating(state.self))
    return leave(afterImpersonation(state.self));
  abortAllCalls();
  void queries?.cancelQueries();
  become({ standing: "expired" });
}

/** Another user signed in in another tab: what this tab shows is not theirs. */
const changedHands = (userId: string): boolean =>
  state.self !== null && state.self.user.id !== userId;

async function refreshOnce(): Promise<void> {
  await inOneTab("session-refresh", async () => {
    // Another tab may have done it while this one waited.
    const shared = readShared();
    if (shared !== null && shared.expiresAt > expiresAt) expiresAt = shared.expiresAt;
    if (!isDue() || state.standing !== "signed-in") return;
    const before = expiresAt;
    const self = await call(auth.refresh, {});
    adopt(self);
    if (expiresAt <= before) unmovable = expiresAt;
  });
}

const isDue = (): boolean => {
  const margin = document.hidden ? refreshBeforeWhileHiddenMilliseconds : refreshBeforeMilliseconds;
  return expiresAt !== unmovable && expiresAt - serverNow() <= margin;
};

let checking = false;

async function check(): Promise<void> {
  if (checking || state.standing !== "signed-in") return;
  checking = true;
  try {
    const shared = readShared();
    if (shared !== null && changedHands(shared.userId)) return leave(location.href);
    if (shared !== null && shared.expiresAt > expiresAt) expiresAt = shared.expiresAt;
    if (readCookie("csrf") === null)
      return expiresAt <= serverNow() ? expire() : leave(afterSignOut());
    if (expiresAt <= serverNow() && expiresAt === unmovable) return expire();
    if (isDue()) await refreshOnce();
  } catch (error) {
    // A refused session has shown itself already; anything else is tried again at the next check.
    if (error instanceof ProblemError && error.status === 401) expire();
  } finally {
    checking = false;
  }
}

/** Before a write: whose session does the browser carry by now? */
async function confirmIdentity(): Promise<void> {
  const { self, standing } = state;
  const cookie = readCookie("csrf");
  if (
    self === null ||
    standing !== "signed-in" ||
    cookie === null ||
    cookie === self.userSession.csrf
  )
    return;
  const now = await call(auth.self, {});
  if (changedHands(now.user.id)) {
    leave(location.href);
    throw new ProblemError({
      status: 401,
      code: "another_user",
      message: "Another user signed in",
      requestId: null,
    });
  }
  adopt(now);
}

export function startSession(client: QueryClient): void {
  queries = client;
  connectSession({
    // Of the session this tab knows: should another take its place, the server refuses instead of acting as them.
    csrf: () => (state.standing === "signed-in" ? (state.self?.userSession.csrf ?? null) : null),
    beforeWrite: confirmIdentity,
    sessionLost: expire,
    maintenance: (startedAt, message) => {
      const isKnown = startedAt === state.maintenanceSince;
      const told = message ?? (isKnown ? state.maintenanceMessage : null);
      if (isKnown && told === state.maintenanceMessage) return;
      become({ maintenanceSince: startedAt, maintenanceMessage: told });
    },
  });
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    if (state.self === null) return;
    if (data.kind === "left") leave(afterSignOut());
    else if (data.kind === "handed-over") leave(data.to);
    else if (changedHands(data.userId)) leave(location.href);
    else void reloadSelf().then(() => refresh(client));
  });
  setInterval(() => void check(), checkEveryMilliseconds);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void check();
  });
  // A page that Back restores may show data of a user who has signed out, or of a session that has ended.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (state.standing === "guest" && state.self !== null) location.reload();
    else void check();
  });
}
