/**
 * The session of this browser. One tab refreshes it for all; every tab notices within two seconds when the session
 * ended or switched to another user.
 */
import type { QueryClient } from "@tanstack/react-query";
import { auth, type SessionInfo } from "#contracts/auth.ts";
import { clearLoginAttempt, isLoginAttempt, setLoginAttempt } from "./login-attempt.ts";
import {
  abortAllRequests,
  invalidate,
  request,
  setSessionHooks,
  stopRequests,
} from "../api/api-client.ts";
import { serverNow } from "../api/server-clock.ts";
import { deleteCookie, readCookie } from "../browser/cookies.ts";
import { inOneTab } from "../browser/one-tab.ts";
import { ProblemError } from "../api/problem-error.ts";
import { currentSession, setSession } from "./session-state.ts";
import { forgetRoute } from "./return-path.ts";
import { readShared, writeShared } from "./shared-session.ts";
import { afterImpersonation, afterSignOut, expiryOf, isImpersonating } from "./signed-in.ts";
import { forgetCarts } from "../browser/kept-cart.ts";
import { forgetUnsent } from "../browser/unsent.ts";

export { currentSession, useSession, useSessionInfo } from "./session-state.ts";

const checkEveryMilliseconds = 2_000;
const refreshBeforeMilliseconds = 30_000;
/** Browsers throttle timers of hidden tabs to one a minute, so they refresh earlier. */
const refreshBeforeWhileHiddenMilliseconds = 100_000;

/** Messages between tabs. */
type TabMessage =
  | { readonly kind: "left" }
  | { readonly kind: "signed-in"; readonly userId: string }
  | { readonly kind: "handed-over"; readonly to: string };

let expiresAt = 0;
/** Expiry that the last refresh could not extend: the absolute end of the session. */
let finalExpiresAt = 0;
/** Null before the session is started, and on the server, which renders pages. */
let channel: BroadcastChannel | null = null;
let queries: QueryClient | null = null;

function applySession(self: SessionInfo): void {
  clearLoginAttempt();
  forgetUnsent(self.user.id);
  expiresAt = expiryOf(self);
  writeShared({ userId: self.user.id, expiresAt });
  setSession({ self, status: "signed-in" });
}

/** Storage key of the palette's recent commands (recent-commands.ts). */
export const recentsKey = "recents";

/** Reloads the document, so that no data of the user stays in the tab; without `to`, a guest page stays. */
function clearAndRedirect(to: string | null): void {
  if (to === null) abortAllRequests();
  else stopRequests();
  setSession(to === null ? { status: "guest", self: null } : { status: "guest" });
  queries?.clear();
  localStorage.removeItem(recentsKey);
  forgetCarts();
  forgetUnsent(null);
  if (to === location.href) location.reload();
  else if (to !== null) location.replace(to);
}

let loading: Promise<SessionInfo | null> | null = null;

/** Loads the session once; null for a guest. Without the CSRF cookie there is no session, and no request is sent. */
export function loadSession(): Promise<SessionInfo | null> {
  if (currentSession().self !== null) return Promise.resolve(currentSession().self);
  if (readCookie("csrf") === null) return Promise.resolve(null);
  loading ??= fetchSession().finally(() => {
    loading = null;
  });
  return loading;
}

/** The session info that came with the page; used once. */
let pageSession: SessionInfo | null = null;

async function fetchSession(): Promise<SessionInfo | null> {
  try {
    const self = pageSession ?? (await request(auth.self, {}));
    pageSession = null;
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

/** Reloads the session, because roles may have changed; keeps the known state when the request fails. */
export async function refetchSession(): Promise<void> {
  applySession(await request(auth.self, {}));
}

/** Applies the response of a sign-in to this tab and the others. */
export function applySignIn(self: SessionInfo): void {
  channel?.postMessage({ kind: "signed-in", userId: self.user.id });
  applySession(self);
}

/** Applies a sign-in above an open page: the same user continues there, another user starts over. */
export function continueAs(self: SessionInfo): void {
  if (isDifferentUser(self.user.id)) {
    writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
    return clearAndRedirect("/");
  }
  applySignIn(self);
  void queries?.invalidateQueries();
}

/**
 * The browser's session switched to another user: impersonation started or ended. Every tab leaves its page and opens
 * `to`.
 */
export function switchUser(self: SessionInfo, to: string): void {
  writeShared({ userId: self.user.id, expiresAt: expiryOf(self) });
  channel?.postMessage({ kind: "handed-over", to });
  clearAndRedirect(to);
}

/** A response of the server has signed this browser out; the page stays. */
export function signedOutHere(): void {
  if (currentSession().self === null) return;
  forgetRoute();
  sessionStorage.clear();
  clearAndRedirect(null);
  channel?.postMessage({ kind: "left" });
}

/** `remember` stores the return path for the next sign-in; without it the stored path is deleted. */
export async function logOut(remember?: () => void): Promise<void> {
  forgetRoute();
  // Pending actions of this tab, such as linking an identity, must not continue for the next user.
  sessionStorage.clear();
  remember?.();
  abortAllRequests();
  setSession({ status: "guest" });
  try {
    await request(auth.logout, {}, { isFinal: true });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  } finally {
    // Only after the server has ended the session: a tab that left earlier would still be signed in.
    channel?.postMessage({ kind: "left" });
    clearAndRedirect("/auth/login");
  }
}

function expire(): void {
  const { self, status } = currentSession();
  if (status !== "signed-in") return;
  // Staff cannot sign in with the customer's password: they continue as themselves, or impersonate again.
  if (self !== null && isImpersonating(self)) return clearAndRedirect(afterImpersonation(self));
  // A page for guests shows itself without the session.
  if (queries === null) return clearAndRedirect(location.href);
  abortAllRequests();
  void queries?.cancelQueries();
  setSession({ status: "expired" });
}

/** Whether another user signed in in another tab, so that the data of this tab is not theirs. */
function isDifferentUser(userId: string): boolean {
  const { self } = currentSession();
  return self !== null && self.user.id !== userId;
}

async function refreshOnce(): Promise<void> {
  await inOneTab("session-refresh", async () => {
    // Another tab may have refreshed while this one waited for the lock.
    const shared = readShared();
    if (shared !== null && shared.expiresAt > expiresAt) expiresAt = shared.expiresAt;
    if (!isRefreshDue() || currentSession().status !== "signed-in") return;
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
  if (checking || currentSession().status !== "signed-in") return;
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
    // A 401 has already expired the session; other errors are retried at the next check.
    if (error instanceof ProblemError && error.status === 401) expire();
  } finally {
    checking = false;
  }
}

/** Before a mutation: checks which user the browser's session belongs to. */
async function assertSameUser(): Promise<void> {
  const { self, status } = currentSession();
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

/**
 * `client` is null on pages for guests, which have no queries. `self` is the session info that came with the page; null
 * if it has to be requested.
 */
export function startSession(client: QueryClient | null, self: SessionInfo | null): void {
  queries = client;
  pageSession = self;
  setSessionHooks({
    // If another session took the place of the one this tab knows, the server rejects the request.
    csrf: () =>
      currentSession().status === "signed-in"
        ? (currentSession().self?.userSession.csrf ?? null)
        : null,
    beforeWrite: assertSameUser,
    sessionLost: expire,
    maintenance: (startedAt, message) => {
      const isKnown = startedAt === currentSession().maintenanceSince;
      const before = isKnown ? currentSession().maintenanceMessage : null;
      const maintenanceMessage = message === undefined ? before : message;
      if (isKnown && maintenanceMessage === before) return;
      setSession({ maintenanceSince: startedAt, maintenanceMessage });
    },
    maintenanceAnnounced: (startsAt) => {
      if (startsAt !== currentSession().maintenanceStartsAt)
        setSession({ maintenanceStartsAt: startsAt });
    },
  });
  channel = new BroadcastChannel("session");
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (currentSession().self === null) return;
    if (data.kind === "left") clearAndRedirect(afterSignOut());
    else if (data.kind === "handed-over") clearAndRedirect(data.to);
    else if (isDifferentUser(data.userId)) clearAndRedirect(location.href);
    else void refetchSession().then(() => (client === null ? undefined : invalidate(client)));
  });
  setInterval(() => void check(), checkEveryMilliseconds);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void check();
  });
  // A page restored by Back may show data of a user who signed out, or of an ended session.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    const { self, status } = currentSession();
    const isSignedIn = self === null && readCookie("csrf") !== null;
    if (isSignedIn || (status === "guest" && self !== null)) location.reload();
    else void check();
  });
}
