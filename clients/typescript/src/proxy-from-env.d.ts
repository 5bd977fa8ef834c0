/** Types for the part of proxy-from-env that is used; the package has no types. */
declare module "proxy-from-env" {
  /** Evaluates `*_PROXY` and NO_PROXY, in upper or lower case; empty if no proxy applies to the URL. */
  export function getProxyForUrl(url: string): string;
}
