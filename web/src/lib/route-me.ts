/** Where to go after signing in: a path of this console, kept in the `routeMe` cookie. */
import { deleteCookie, readCookie, writeCookie } from "./cookies.ts";

const hourSeconds = 3_600;

/** The path, when it leads nowhere but into this origin and not back to the sign-in pages; else null. */
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

export function rememberRoute(path: string): void {
  const kept = safePath(path, location.origin);
  if (kept !== null && kept !== "/") writeCookie("routeMe", kept, hourSeconds);
}

/** Takes the remembered path, once; `/` when there is none. */
export function takeRoute(): string {
  const text = readCookie("routeMe");
  if (text === null) return "/";
  deleteCookie("routeMe");
  return safePath(text, location.origin) ?? "/";
}
