/** Reads request cookies and builds attributes of response cookies. */
import type {} from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import type { CookieOptions } from "./handlers.ts";

/** Returns an empty text if the cookie occurs twice: one of the two was planted, and the server cannot tell which. */
export function readSessionCookie(request: FastifyRequest, name: string): string | null {
  const count = (request.headers.cookie ?? "")
    .split(";")
    .filter((pair) => pair.trim().startsWith(`${name}=`)).length;
  return count > 1 ? "" : (request.cookies[name] ?? null);
}

/** Reads a cookie other than the session's; null if it is missing or occurs twice. */
export function readCookie(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | null {
  const pairs = String(headers["cookie"] ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return pairs.length === 1 ? (pairs[0]?.slice(name.length + 1) ?? null) : null;
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
