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
  platform: { readonly secureCookies: boolean; readonly cookieDomain: string | null },
  options: CookieOptions,
) {
  return {
    path: "/",
    httpOnly: options.httpOnly,
    sameSite: options.sameSite,
    secure: platform.secureCookies,
    ...(options.shared && platform.cookieDomain !== null ? { domain: platform.cookieDomain } : {}),
    ...(options.expires === undefined ? {} : { expires: options.expires }),
  };
}

/** Name of the session cookie; its prefix makes browsers refuse it from anywhere but this host. */
export const sessionCookieName = (platform: { readonly secureCookies: boolean }): string =>
  platform.secureCookies ? "__Host-sid" : "sid";
