/** Addresses of an IPv4 subnet by their position in it: 0 is the network itself, 1 its gateway. */
import ipaddr from "ipaddr.js";

/** Neutron keeps the positions before for the network's own services. */
export const firstHostPosition = 10;

/** The position before the broadcast address. */
export const lastHostPosition = (cidr: string): number =>
  2 ** (32 - ipaddr.IPv4.parseCIDR(cidr)[1]) - 2;

export function addressAt(cidr: string, position: number): string {
  const bytes = Buffer.from(ipaddr.IPv4.networkAddressFromCIDR(cidr).toByteArray());
  bytes.writeUInt32BE(bytes.readUInt32BE() + position);
  return ipaddr.fromByteArray([...bytes]).toString();
}
