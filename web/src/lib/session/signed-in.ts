/** What is known of a user from the session that was loaded. */
import type { SessionInfo, SessionUser } from "#contracts/auth.ts";

const fallbackLifetimeMs = 600_000;

export const fullName = (user: SessionUser): string => `${user.firstName} ${user.lastName}`;

export const isImpersonating = ({ userSession }: SessionInfo): boolean =>
  userSession.authType === "impersonate";

/** The admin page of the customer whom staff acted as. */
export const afterImpersonation = ({ user }: SessionInfo): string => `/admin/users/${user.id}`;

/** When the session ends, in milliseconds since 1970; ten minutes after its last update where it does not say. */
export function expiryOf({ userSession }: SessionInfo): number {
  const expiresAt = Date.parse(userSession.expiresAt);
  return Number.isNaN(expiresAt)
    ? Date.parse(userSession.updatedAt) + fallbackLifetimeMs
    : expiresAt;
}

/** Where a tab goes whose session ended; null where it stays: the pages for guests show nothing of the user. */
export const afterSignOut = (): string | null =>
  location.pathname.startsWith("/auth/") ? null : "/auth/login";
