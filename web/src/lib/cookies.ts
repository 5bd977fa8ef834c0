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

const secure = () => (location.protocol === "https:" ? "; Secure" : "");

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure()}`;
}

export const deleteCookie = (name: string): void => writeCookie(name, "", 0);

export const yearSeconds = 31_536_000;
