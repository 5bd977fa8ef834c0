/** Finds the page for guests of a path, and loads its code. */
import type { ReactNode } from "react";
import { openLogin } from "./login.tsx";
import { type GuestPageName, guestPageNames, guestPaths } from "./guest-paths.ts";

/**
 * Opens a page: decides who may see it, loads what it shows first, and returns its content. `value` is the last segment
 * of a path with a token or a provider. Throws a `PageRedirect` that leads to another page.
 */
export type OpenGuestPage = (value: string) => ReactNode | Promise<ReactNode>;

const loaders: Readonly<Record<GuestPageName, () => Promise<OpenGuestPage>>> = {
  // Most visits begin with sign-in: an import would be requested when this code has run, a round trip later.
  login: () => Promise.resolve(openLogin),
  register: async () => (await import("./register.tsx")).openRegister,
  invitation: async () => (await import("./invitation.tsx")).openInvitation,
  reset: async () => (await import("./reset.tsx")).openReset,
  "reset-token": async () => (await import("./reset-token.tsx")).openResetToken,
  resend: async () => (await import("./resend.tsx")).openResend,
  "verify-token": async () => (await import("./verify-token.tsx")).openVerifyToken,
  freeze: async () => (await import("./freeze.tsx")).openFreeze,
  oauth: async () => (await import("./oauth.tsx")).openOauth,
  terms: async () => (await import("./terms.tsx")).openTerms,
};

interface FoundPage {
  readonly value: string;
  readonly load: () => Promise<OpenGuestPage>;
}

/** Null for a path of the console. */
export function findGuestPage(pathname: string): FoundPage | null {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end -= 1;
  const path = pathname.slice(0, end);
  const value = path.slice(path.lastIndexOf("/") + 1);
  const found = guestPageNames.find((name) => {
    const [start, parameter] = guestPaths[name].split("$");
    return path === (parameter === undefined ? start : `${start}${value}`);
  });
  return found === undefined ? null : { value, load: loaders[found] };
}
