/** Names and numbers under which a server listens, as HOST and as part of a URL. IPv6 has brackets in URLs alone. */
import { isIPv6 } from "node:net";

/** As `listen` takes it: `[::1]`, which people copy from a URL, is `::1`. */
export const listenHost = (text: string): string => /^\[(.+)\]$/.exec(text)?.[1] ?? text;

/** As it stands in a URL. */
export const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** Where a server on this machine is reached that listens on all of its addresses, or on the one given. */
export const reachableHost = (host: string): string =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : hostInUrl(host);

/**
 * What people open: the machine's own name where every address or the usual one is listened on, because browsers keep
 * passkeys for names alone.
 */
export const openedHost = (host: string): string =>
  ["0.0.0.0", "::", "127.0.0.1"].includes(host) ? "localhost" : hostInUrl(host);
