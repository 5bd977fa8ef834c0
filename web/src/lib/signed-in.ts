/** What is known of a user from the session that was loaded. */
import type { Self, SessionUser } from "#contracts/auth.ts";

export const fullName = (user: SessionUser): string => `${user.firstName} ${user.lastName}`;

export const isImpersonating = ({ userSession }: Self): boolean =>
  userSession.authType === "impersonate";

/** The admin page of the customer whom staff acted as. */
export const afterImpersonation = ({ user }: Self): string => `/admin/users/${user.id}`;
