/** The pages for guests: each file of this folder that shows a page, and its path. The build reads it too. */
export const guestPaths = {
  login: "/auth/login",
  register: "/auth/register",
  invitation: "/auth/invitation",
  reset: "/auth/reset",
  "reset-token": "/auth/reset/$token",
  resend: "/auth/verify/resend",
  "verify-token": "/auth/verify/$token",
  freeze: "/auth/freeze/$token",
  oauth: "/auth/oauth/$provider",
  terms: "/auth/terms",
} as const;

export type GuestPageName = keyof typeof guestPaths;

const isName = (name: string): name is GuestPageName => name in guestPaths;
/** A page without a parameter is before the one with a parameter at its place. */
export const guestPageNames: readonly GuestPageName[] = Object.keys(guestPaths).filter(isName);
