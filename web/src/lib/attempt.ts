/** Someone whose first factor was right, and whose second is still asked for. */
import type { Self } from "#contracts/auth.ts";

let attempt: Self | null = null;

export const isAttempt = ({ userSession }: Self): boolean =>
  userSession.authType === "login-attempt";

export const currentAttempt = (): Self | null => attempt;

export function keepAttempt(self: Self): void {
  attempt = self;
}

export function dropAttempt(): void {
  attempt = null;
}
