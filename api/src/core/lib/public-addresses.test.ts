/** Addresses that a request to a customer's server must never reach. */
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-addresses.ts";

const notPublic = [
  ["private 10/8", "10.0.0.1"],
  ["private 172.16/12", "172.31.255.255"],
  ["private 192.168/16", "192.168.1.1"],
  ["loopback", "127.0.0.1"],
  ["any loopback", "127.8.9.10"],
  ["this network", "0.0.0.0"],
  ["metadata service", "169.254.169.254"],
  ["shared address space, metadata of Alibaba", "100.100.100.200"],
  ["agent of Azure", "168.63.129.16"],
  ["metadata of Oracle", "192.0.0.192"],
  ["benchmark network", "198.18.0.1"],
  ["documentation", "203.0.113.5"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 loopback", "::1"],
  ["IPv6 unspecified", "::"],
  ["IPv6 link-local", "fe80::1"],
  ["IPv6 link-local with a zone", "fe80::1%eth0"],
  ["IPv6 unique local, metadata of AWS", "fd00:ec2::254"],
  ["IPv6 site-local", "fec0::1"],
  ["IPv6 multicast", "ff02::1"],
  ["IPv6 documentation", "2001:db8::1"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped public", "::ffff:8.8.8.8"],
  ["IPv4-compatible", "::7f00:1"],
  ["IPv4-translated", "::ffff:0:7f00:1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["local NAT64", "64:ff9b:1::7f00:1"],
  ["6to4", "2002:7f00:1::"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["discard", "100::1"],
  ["not an address", "example.org"],
  ["nothing", ""],
] as const;
test.each(notPublic)("%s is not public", (_name, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2a00:1450:4001:82a::200e"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
