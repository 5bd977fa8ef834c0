/** A login attempt: the first factor succeeded, the second is still required. */
import type { SessionInfo } from "#contracts/auth.ts";

let attempt: SessionInfo | null = null;

export const isLoginAttempt = ({ userSession }: SessionInfo): boolean =>
  userSession.authType === "login-attempt";

export const getLoginAttempt = (): SessionInfo | null => attempt;

export function setLoginAttempt(self: SessionInfo): void {
  attempt = self;
}

export function clearLoginAttempt(): void {
  attempt = null;
}
