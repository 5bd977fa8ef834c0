/** The cookies that the console reads and writes itself. The HttpOnly session cookie is not among them. */
import { parseCookie, stringifySetCookie } from "cookie";
import { serverPage } from "./page-scope.ts";

export const readCookie = (name: string): string | null =>
  parseCookie(serverPage()?.cookies ?? document.cookie)[name] ?? null;

interface CookieScope {
  readonly secure: boolean;
  /** Parent domain shared by sibling hosts; null when the cookie is limited to this host. */
  readonly domain: string | null;
}

/** Serializes a cookie for `document.cookie`. */
export const cookieText = (
  name: string,
  value: string,
  maxAgeSeconds: number,
  { secure, domain }: CookieScope,
): string =>
  stringifySetCookie({
    name,
    value,
    path: "/",
    maxAge: maxAgeSeconds,
    sameSite: "lax",
    secure,
    ...(domain === null ? {} : { domain }),
  });

/** The server writes the domain of its cookies into the page. */
const configuredCookieDomain = (): string | null =>
  document.querySelector('meta[name="cookie-domain"]')?.getAttribute("content") ?? null;

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // The browser writes it when it takes over the page.
  if (serverPage() !== null) return;
  document.cookie = cookieText(name, value, maxAgeSeconds, {
    secure: location.protocol === "https:",
    domain: configuredCookieDomain(),
  });
}

export const deleteCookie = (name: string): void => writeCookie(name, "", 0);

export const yearSeconds = 31_536_000;
