/** IP addresses: the client address of a request, and the network that rate limits count it for. */
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Used when the connection closed before the address was read. It is still a valid PostgreSQL inet value. */
const unknownAddress = "0.0.0.0";
/** Upper bound; even an IPv6 address with a zone, brackets and a port is shorter. */
const longestAddress = 80;

/** Proxies add a port (`192.0.2.7:4711`, `[2001:db8::1]:4711`) or brackets to an address. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/** Returns null for text that is not an IP address. Maps an IPv4-mapped IPv6 address to IPv4 and drops the zone. */
function parse(input: string): Address | null {
  if (input.length > longestAddress) return null;
  const text = withoutPort(input.trim());
  // Other IPv4 notations, such as octal, are interpreted differently by different programs.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return null;
  const parsed = ipaddr.process(text);
  return parsed instanceof ipaddr.IPv6 ? new ipaddr.IPv6(parsed.parts) : parsed;
}

/** Results of `plainAddress`: each request asks for its peer several times, and peers come back. */
const plainAddresses = new Map<string, string | null>();
const maxPlainAddresses = 1_000;

/** Canonical text form of an IP address (RFC 5952 for IPv6); null for text that is not an IP address. */
export function plainAddress(text: string): string | null {
  if (text.length > longestAddress) return null;
  const known = plainAddresses.get(text);
  if (known !== undefined) return known;
  const address = parse(text)?.toString() ?? null;
  if (plainAddresses.size >= maxPlainAddresses) plainAddresses.clear();
  plainAddresses.set(text, address);
  return address;
}

type Sender = Pick<FastifyRequest, "ip" | "ips">;

/** Every address in the request's proxy chain, from the connection's peer out to the first untrusted address. */
const proxyChain = ({ ip, ips }: Sender): readonly string[] => ips ?? [ip];

/**
 * Client address of a request, as a PostgreSQL inet value. If a trusted proxy forwards something that is not an
 * address (such as `unknown`), uses the nearest valid address in the chain.
 */
export function clientAddress(request: Sender): string {
  const parsed = proxyChain(request).map((text) => plainAddress(text ?? ""));
  return parsed.findLast((address) => address !== null) ?? unknownAddress;
}

/** Network that rate limits count an address for. For IPv6 this is the /64, which belongs to one household. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (parsed === null) return unknownAddress;
  return parsed instanceof ipaddr.IPv6 ? toNetwork(parsed, 64) : parsed.toString();
}

/** The /48 network of an IPv6 address, which a provider may assign to a single customer; null for IPv4. */
export function siteOf(address: string): string | null {
  const parsed = parse(address);
  return parsed instanceof ipaddr.IPv6 ? toNetwork(parsed, 48) : null;
}

const toNetwork = (address: ipaddr.IPv6, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;

/** Named networks that `TRUSTED_PROXIES` accepts in addition to IP addresses and CIDR ranges. */
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

/** Whether an address belongs to the local host or a private network, where no customer connects from. */
export function isNearby(address: string): boolean {
  const parsed = parse(address);
  return parsed !== null && nearbyRanges.has(parsed.range());
}

/**
 * Builds the predicate for trusted proxies. Each entry is an IP address, a CIDR range, or one of `loopback`,
 * `linklocal`, `uniquelocal`; any other entry throws and stops the startup.
 */
export function createTrustPredicate(entries: readonly string[]): (address: string) => boolean {
  const matches = entries.map(createMatcher);
  return (text) => {
    const address = parse(text);
    return address !== null && matches.some((match) => match(address));
  };
}

function createMatcher(entry: string): (address: Address) => boolean {
  const ranges = namedRanges[entry.toLowerCase()];
  if (ranges !== undefined) return (address) => ranges.includes(address.range());
  const singleAddress = parse(entry);
  if (singleAddress !== null) return (address) => address.toString() === singleAddress.toString();
  if (!ipaddr.isValidCIDR(entry))
    throw new Error(
      `TRUSTED_PROXIES: ${JSON.stringify(entry)} is neither an address nor a network such as 10.0.0.0/8`,
    );
  const [network, bits] = ipaddr.parseCIDR(entry);
  return (address) => address.kind() === network.kind() && address.match([network, bits]);
}

/**
 * Address of an untrusted proxy that a request appears to come through, or null. A peer in a private network that
 * sends forwarding headers is a proxy; if it is not trusted, everyone behind it shares one rate limit.
 */
export function findUntrustedProxy(
  request: Sender & { readonly headers: FastifyRequest["headers"] },
): string | null {
  const namedCount = namedSenders(request.headers);
  const trustedCount = proxyChain(request).length - 1;
  const address = clientAddress(request);
  return namedCount > trustedCount && isNearby(address) ? address : null;
}

function namedSenders(headers: FastifyRequest["headers"]): number {
  const input = headers["x-forwarded-for"] ?? headers.forwarded;
  if (input === undefined) return 0;
  return String(input)
    .split(",")
    .filter((part) => part.trim() !== "").length;
}
