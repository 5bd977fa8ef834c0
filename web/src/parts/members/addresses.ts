/** E-mail addresses as people have them at hand: a line each, a comma list, or copied from a mail's head. */
import { emailKey } from "#contracts/text.ts";

const between = /[\s,;]+/;

/** Whether what was typed holds more than one address, or a finished one. */
export const hasSeveral = (text: string): boolean => between.test(text.trimStart());

/** A name in quotes may hold what parts addresses. */
const quoted = /"[^"\n]*"/g;
const bracketed = /<([^<>]*)>/g;

/** Of `"Lund, Kim" <kim@example.org>` only the address counts. */
export const readAddresses = (text: string): string[] =>
  text
    .replace(quoted, "")
    .split(/[,;\n]/)
    .flatMap(readEntry)
    .filter((part) => part !== "");

function readEntry(entry: string): string[] {
  const behind = entry.slice(entry.lastIndexOf(">") + 1).split(between);
  const addresses = [...entry.matchAll(bracketed)].map(([, address = ""]) => address.trim());
  return addresses.length === 0 ? entry.split(between) : [...addresses, ...behind];
}

/** Each address once, however it is written; the first writing stays. */
export function merged(addresses: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses)
    if (!known.has(emailKey(address))) known.set(emailKey(address), address);
  return [...known.values()];
}
