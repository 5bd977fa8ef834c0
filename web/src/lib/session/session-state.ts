/** The session of this page, as it is shown. session.ts changes it. */
import { useSyncExternalStore } from "react";
import type { SessionInfo } from "#contracts/auth.ts";
import { ProblemError } from "../api/problem-error.ts";
import { perPage } from "../browser/page-scope.ts";

/** `expired`: the user was signed in; the page stays, and a dialog above it asks to sign in again. */
export type SessionStatus = "guest" | "signed-in" | "expired";

interface SessionState {
  readonly status: SessionStatus;
  readonly self: SessionInfo | null;
  readonly maintenanceSince: string | null;
  /** Message of the staff about the maintenance; null while only its start is known. */
  readonly maintenanceMessage: string | null;
  /** When the announced maintenance starts; null if none is announced. */
  readonly maintenanceStartsAt: string | null;
}

const guest: SessionState = {
  status: "guest",
  self: null,
  maintenanceSince: null,
  maintenanceMessage: null,
  maintenanceStartsAt: null,
};

/** The server renders pages of many sessions at once. */
const store = perPage(() => ({ state: guest, listeners: new Set<() => void>() }));

export function setSession(next: Partial<SessionState>): void {
  const page = store();
  page.state = { ...page.state, ...next };
  for (const listener of page.listeners) listener();
}

const subscribe = (listener: () => void) => {
  const { listeners } = store();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentSession = (): SessionState => store().state;
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribe, currentSession, currentSession);

/** The session info of the signed-in user; only available below a guarded route. */
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
