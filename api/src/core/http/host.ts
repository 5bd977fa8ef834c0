/**
 * Host names and IP addresses a server listens on, as HOST and as part of a URL. Only URLs put IPv6 addresses in
 * brackets.
 */
import { isIPv6 } from "node:net";

/** Host for `listen`: `[::1]`, often copied from a URL, becomes `::1`. */
export const listenHost = (text: string): string => /^\[(.+)\]$/.exec(text)?.[1] ?? text;

/** Host as part of a URL. */
export const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** Host that reaches a local server listening on all addresses or on the given one. */
export const reachableHost = (host: string): string =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : hostInUrl(host);

/**
 * Host for URLs shown to users. Uses `localhost` for a wildcard or the default address, because browsers store
 * passkeys only for host names.
 */
export const openedHost = (host: string): string =>
  ["0.0.0.0", "::", "127.0.0.1"].includes(host) ? "localhost" : hostInUrl(host);
