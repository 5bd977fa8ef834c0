/** Parses a list of email addresses: one per line, comma-separated, or copied from an email header. */
import { normalizeEmail } from "#contracts/text.ts";

const separator = /[\s,;]+/;

/** Whether the typed text contains several addresses or a completed one. */
export const hasSeparator = (text: string): boolean => separator.test(text.trimStart());

/** A quoted name may contain separators. */
const quoted = /"[^"\n]*"/g;
const bracketed = /<([^<>]*)>/g;

/** Takes only the address of `"Lund, Kim" <kim@example.org>`. */
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

/** Removes duplicates by normalized form; the first spelling stays. */
export function uniqueEmails(addresses: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses)
    if (!known.has(normalizeEmail(address))) known.set(normalizeEmail(address), address);
  return [...known.values()];
}
