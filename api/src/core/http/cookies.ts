/** Reads and sets cookies. */
import { parseCookie } from "cookie";
import type { CookieOptions } from "./handlers.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Every value that the request has under this name. `parseCookie` returns the first of a name, so it gets one pair at a time. */
const cookieValues = (headers: Headers, name: string): string[] =>
  String(headers["cookie"] ?? "")
    .split(";")
    .flatMap((pair) => parseCookie(pair)[name] ?? []);

/** Null where the cookie is missing. Two of one name give an empty value, which is no session: another site may have set one. */
export function readSessionCookie(headers: Headers, name: string): string | null {
  const [value = null, ...others] = cookieValues(headers, name);
  return others.length > 0 ? "" : value;
}

/** A cookie other than the session's; null where it is missing or there are two of its name. */
export function readCookie(headers: Headers, name: string): string | null {
  const [value = null, ...others] = cookieValues(headers, name);
  return others.length > 0 ? null : value;
}

export function cookieAttributes(
  deps: { readonly secureCookies: boolean; readonly cookieDomain: string | null },
  options: CookieOptions,
) {
  return {
    path: "/",
    httpOnly: options.httpOnly,
    sameSite: options.sameSite,
    secure: deps.secureCookies,
    ...(options.shared && deps.cookieDomain !== null ? { domain: deps.cookieDomain } : {}),
    ...(options.expires === undefined ? {} : { expires: options.expires }),
  };
}

/**
 * Name of the session cookie. The `__Host-` prefix makes browsers reject the cookie unless this host set it over
 * HTTPS.
 */
export const sessionCookieName = (deps: { readonly secureCookies: boolean }): string =>
  deps.secureCookies ? "__Host-sid" : "sid";
