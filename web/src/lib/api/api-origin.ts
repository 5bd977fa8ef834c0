/** Origin of the API, for a console that is served from another host. */

let origin: string | null = null;

/**
 * The origin of the API, such as `https://api.example.test`. It is the page's own origin unless the server names
 * another one in `<meta name="boreal-api">`.
 */
export function apiOrigin(): string {
  origin ??=
    document.querySelector('meta[name="boreal-api"]')?.getAttribute("content") ?? location.origin;
  return origin;
}

/** URL of an API path: relative when the console and the API share an origin. */
export const apiAddress = (path: string): string =>
  apiOrigin() === location.origin ? path : apiOrigin() + path;
