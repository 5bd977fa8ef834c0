/** Where the API is, for a console that is served from another host. */

let origin: string | null = null;

/**
 * The origin of the API, such as `https://api.example.test`; the page's own where the server names no other
 * in `<meta name="boreal-api">`.
 */
export function apiOrigin(): string {
  origin ??=
    document.querySelector('meta[name="boreal-api"]')?.getAttribute("content") ?? location.origin;
  return origin;
}

/** The address of a path of the API, as the server writes it: relative where both have one origin. */
export const apiAddress = (path: string): string =>
  apiOrigin() === location.origin ? path : apiOrigin() + path;
