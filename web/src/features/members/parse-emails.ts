/** E-mail addresses as people have them at hand: a line each, a comma list, or copied from a mail's head. */
import { normalizeEmail } from "#contracts/text.ts";

const separator = /[\s,;]+/;

/** Whether what was typed holds more than one address, or a finished one. */
export const hasSeparator = (text: string): boolean => separator.test(text.trimStart());

/** A name in quotes may hold what parts addresses. */
const quoted = /"[^"\n]*"/g;
const bracketed = /<([^<>]*)>/g;

/** Of `"Lund, Kim" <kim@example.org>` only the address counts. */
export const parseEmails = (text: string): string[] =>
  text
    .replace(quoted, "")
    .split(/[,;\n]/)
    .flatMap(parseEntry)
    .filter((part) => part !== "");

function parseEntry(entry: string): string[] {
  const behind = entry.slice(entry.lastIndexOf(">") + 1).split(separator);
  const addresses = [...entry.matchAll(bracketed)].map(([, address = ""]) => address.trim());
  return addresses.length === 0 ? entry.split(separator) : [...addresses, ...behind];
}

/** Each address once, however it is written; the first writing stays. */
export function uniqueEmails(addresses: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses)
    if (!known.has(normalizeEmail(address))) known.set(normalizeEmail(address), address);
  return [...known.values()];
}
