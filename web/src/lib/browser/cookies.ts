/** The few cookies the console reads and writes itself; the session's own cookie is out of its reach. */

export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split("; ")) {
    const cut = pair.indexOf("=");
    if (pair.slice(0, cut) === name) {
      try {
        return decodeURIComponent(pair.slice(cut + 1));
      } catch {
        return null; // Not written by us: the same as absent.
      }
    }
  }
  return null;
}

interface CookieScope {
  readonly secure: boolean;
  /** The parent of sibling hosts that share it; null where this host has it alone. */
  readonly domain: string | null;
}

/** A cookie as the document takes it. */
export const cookieText = (
  name: string,
  value: string,
  maxAgeSeconds: number,
  { secure, domain }: CookieScope,
): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax` +
  (domain === null ? "" : `; Domain=${domain}`) +
  (secure ? "; Secure" : "");

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
