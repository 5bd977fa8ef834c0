/** Cookies as they come in and go out. */
import type {} from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import type { CookieOptions } from "./handlers.ts";

/** Two cookies of one name: one of them was planted, and nobody knows which. */
export function readSessionCookie(request: FastifyRequest, name: string): string | null {
  const sent = (request.headers.cookie ?? "")
    .split(";")
    .filter((pair) => pair.trim().startsWith(`${name}=`)).length;
  return sent > 1 ? "" : (request.cookies[name] ?? null);
}

/** A cookie that is no session's; null where it did not come, or came twice. */
export function readCookie(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | null {
  const sent = String(headers["cookie"] ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return sent.length === 1 ? (sent[0]?.slice(name.length + 1) ?? null) : null;
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
