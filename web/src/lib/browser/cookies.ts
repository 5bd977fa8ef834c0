/** The cookies that the console reads and writes itself. The session cookie is HttpOnly, so it is not among them. */
import { parseCookie, stringifySetCookie } from "cookie";

export const readCookie = (name: string): string | null =>
  parseCookie(document.cookie)[name] ?? null;

interface CookieScope {
  readonly secure: boolean;
  /** The parent of sibling hosts that share it; null where this host has it alone. */
  readonly domain: string | null;
}

/** The text that sets a cookie through `document.cookie`. */
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

/** The server says in the page where its own cookies are. */
const configuredCookieDomain = (): string | null =>
  document.querySelector('meta[name="cookie-domain"]')?.getAttribute("content") ?? null;

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  document.cookie = cookieText(name, value, maxAgeSeconds, {
    secure: location.protocol === "https:",
    domain: configuredCookieDomain(),
  });
}

export const deleteCookie = (name: string): void => writeCookie(name, "", 0);

export const yearSeconds = 31_536_000;
