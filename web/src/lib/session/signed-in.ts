/** Values derived from the loaded session. */
import type { SessionInfo, SessionUser } from "#contracts/auth.ts";

const fallbackLifetimeMs = 600_000;

export const fullName = (user: SessionUser): string => `${user.firstName} ${user.lastName}`;

export const isImpersonating = ({ userSession }: SessionInfo): boolean =>
  userSession.authType === "impersonate";

/** The admin page of the customer whom staff impersonated. */
export const afterImpersonation = ({ user }: SessionInfo): string => `/admin/users/${user.id}`;

/** Expiry of the session in milliseconds since 1970; ten minutes after its last update when it is not stated. */
export function expiryOf({ userSession }: SessionInfo): number {
  const expiresAt = Date.parse(userSession.expiresAt);
  return Number.isNaN(expiresAt)
    ? Date.parse(userSession.updatedAt) + fallbackLifetimeMs
    : expiresAt;
}

/** Where a tab goes when its session ended; null where it stays: guest pages show no data of the user. */
export const afterSignOut = (): string | null =>
  location.pathname.startsWith("/auth/") ? null : "/auth/login";
