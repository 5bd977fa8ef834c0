/** Network addresses: who a request comes from, and who is counted for it. */
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Of a request whose connection was gone before anyone looked: no address, and still a value of PostgreSQL's inet. */
const unknownAddress = "0.0.0.0";
/** An IPv6 address with a zone and a port in brackets is shorter. */
const longestAddress = 80;

/** Proxies add a port (`192.0.2.7:4711`, `[2001:db8::1]:4711`) or brackets to an address. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/** Null where the text is no address. An IPv4 address that came in over IPv6 is one of IPv4; a zone is left out. */
function parse(given: string): Address | null {
  if (given.length > longestAddress) return null;
  const text = withoutPort(given.trim());
  // Other ways to write an IPv4 address, such as octal, mean different addresses to different programs.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const read = ipaddr.process(text);
  return read instanceof ipaddr.IPv6 ? new ipaddr.IPv6(read.parts) : read;
}

/** The one way an address is written here: RFC 5952 for IPv6; null where the text is no address. */
export const plainAddress = (text: string): string | null => parse(text)?.toString() ?? null;

type Sender = Pick<FastifyRequest, "ip" | "ips">;

/** Every address a request came through, from the peer of the connection outwards to the first untrusted one. */
const pathOf = ({ ip, ips }: Sender): readonly string[] => ips ?? [ip];

/**
 * Address of whoever sent a request, as PostgreSQL's inet takes it. Where a trusted proxy hands on what is no address
 * (`unknown`), the request counts for the nearest one that is.
 */
export function addressOf(request: Sender): string {
  const read = pathOf(request).map((text) => plainAddress(text ?? ""));
  return read.findLast((address) => address !== null) ?? unknownAddress;
}

/** Who is counted for an address: of IPv6 the /64, which one household has to itself. */
export function networkOf(address: string): string {
  const read = parse(address);
  if (read === null) return unknownAddress;
  return read instanceof ipaddr.IPv6 ? networkOfBits(read, 64) : read.toString();
}

/** The /48 an IPv6 address belongs to, which one customer of a provider may have to itself. */
export function siteOf(address: string): string | null {
  const read = parse(address);
  return read instanceof ipaddr.IPv6 ? networkOfBits(read, 48) : null;
}

const networkOfBits = (address: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;

/** Names for networks that `TRUSTED_PROXIES` takes beside addresses and CIDR. */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ["loopback"],
  linklocal: ["linkLocal"],
  uniquelocal: ["private", "uniqueLocal"],
};
const nearbyRanges: ReadonlySet<string> = new Set([
  "loopback",
  "linkLocal",
  "private",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** Whether an address belongs to a machine or private network, where no customer sends from. */
export function isNearby(address: string): boolean {
  const read = parse(address);
  return read !== null && nearbyRanges.has(read.range());
}

/**
 * Which proxies are believed. Each entry is an address, a network in CIDR or one of `loopback`, `linklocal`,
 * `uniquelocal`; anything else stops the start.
 */
export function trustOf(entries: readonly string[]): (address: string) => boolean {
  const matches = entries.map(matcherOf);
  return (text) => {
    const address = parse(text);
    return address !== null && matches.some((match) => match(address));
  };
}

function matcherOf(entry: string): (address: Address) => boolean {
  const ranges = namedRanges[entry.toLowerCase()];
  if (ranges !== undefined) return (address) => ranges.includes(address.range());
  const single = parse(entry);
  if (single !== null) return (address) => address.toString() === single.toString();
  if (!ipaddr.isValidCIDR(entry))
    throw new Error(
      `TRUSTED_PROXIES: ${JSON.stringify(entry)} is neither an address nor a network such as 10.0.0.0/8`,
    );
  const [network, bits] = ipaddr.parseCIDR(entry);
  return (address) => address.kind() === network.kind() && address.match([network, bits]);
}

/**
 * The untrusted proxy that a request seems to come through, as its address; null where there is none. A machine of a
 * private network that names another sender is a proxy, and everybody behind it would be counted as one.
 */
export function untrustedProxyOf(
  request: Sender & { readonly headers: FastifyRequest["headers"] },
): string | null {
  const named = namedSenders(request.headers);
  const believed = pathOf(request).length - 1;
  const address = addressOf(request);
  return named > believed && isNearby(address) ? address : null;
}

function namedSenders(headers: FastifyRequest["headers"]): number {
  const given = headers["x-forwarded-for"] ?? headers.forwarded;
  if (given === undefined) return 0;
  return String(given)
    .split(",")
    .filter((part) => part.trim() !== "").length;
}
