/**
 * The page to open after sign-in: a path of this console, stored in the `routeMe` cookie. `routeMeUser` holds the id
 * of the user whose page it was, so that another user of this browser is not sent there.
 */
import { serverPage } from "../browser/page-scope.ts";
import { deleteCookie, readCookie, writeCookie } from "../browser/cookies.ts";

const hourSeconds = 3_600;

/** Paths are compared with it. The server renders pages for any host, so it takes one of its own. */
const pageOrigin = (): string =>
  serverPage() === null ? location.origin : "https://console.invalid";

/** The path if it stays in this origin and is no sign-in page; else null. */
export function safePath(text: string, origin: string): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers drop these, which can turn a path into a host
  if (!/^\/(?![/\\])/.test(text) || /[\\\u0000-\u0020\u007f]/.test(text)) return null;
  try {
    const url = new URL(text, origin);
    return url.origin === origin &&
      !url.pathname.startsWith("/auth/") &&
      !url.pathname.startsWith("//")
      ? `${url.pathname}${url.search}${url.hash}`
      : null;
  } catch {
    return null;
  }
}

/** `userId` is null when any user may be sent there: an opened link, or a change of accounts. */
export function saveReturnPath(path: string, userId: string | null): void {
  const stored = safePath(path, pageOrigin());
  if (stored === null || stored === "/") return;
  writeCookie("routeMe", stored, hourSeconds);
  if (userId === null) deleteCookie("routeMeUser");
  else writeCookie("routeMeUser", userId, hourSeconds);
}

export function forgetRoute(): void {
  deleteCookie("routeMe");
  deleteCookie("routeMeUser");
}

/** The stored path, which stays stored; null when there is none. */
export function peekReturnPath(): string | null {
  const text = readCookie("routeMe");
  return text === null ? null : safePath(text, pageOrigin());
}

/** Consumes the stored path; `/` when there is none or it was another user's. */
export function consumeReturnPath(userId: string): string {
  const text = readCookie("routeMe");
  const owner = readCookie("routeMeUser");
  if (text === null) return "/";
  forgetRoute();
  return owner === null || owner === userId ? (safePath(text, pageOrigin()) ?? "/") : "/";
}
