/** Which IP addresses belong to the public internet. Requests to addresses that customers choose go nowhere else. */
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** Public by number, but answered inside a cloud: the agent of Azure. */
const internalServices: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * False for private, loopback, link-local, multicast, shared and reserved addresses, and for IPv6 addresses that
 * contain an IPv4 address (mapped, NAT64, 6to4, Teredo), because a gateway may lead to any of them.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6)
    return address.zoneId === undefined && address.match(globalUnicast);
  return !internalServices.has(address.toString());
}
