/** A login attempt: the first factor succeeded, the second is still required. */
import type { SessionInfo } from "#contracts/auth.ts";
import { perPage } from "../browser/page-scope.ts";

const store = perPage<{ attempt: SessionInfo | null }>(() => ({ attempt: null }));

export const isLoginAttempt = ({ userSession }: SessionInfo): boolean =>
  userSession.authType === "login-attempt";

export const getLoginAttempt = (): SessionInfo | null => store().attempt;

export function setLoginAttempt(self: SessionInfo): void {
  store().attempt = self;
}

export function clearLoginAttempt(): void {
  store().attempt = null;
}
