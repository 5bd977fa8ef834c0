/** The part of proxy-from-env that is used; the package has no types of its own. */
declare module "proxy-from-env" {
  /** Of the environment's `*_PROXY` and NO_PROXY, in either case; empty where none is for this address. */
  export function getProxyForUrl(url: string): string;
}
