/** E-mail addresses as people have them at hand: a line each, a comma list, or copied from a mail's head. */
import { emailKey } from "#contracts/text.ts";

const between = /[\s,;]+/;
/** `"Lund, Kim" <kim@example.org>`, of which only the address counts. */
const named = /(?:"[^"\n]{0,200}"|[^,;\n<>"]){0,200}<([^<>\s]{1,300})>/g;

/** Whether what was typed holds more than one address, or a finished one. */
export const hasSeveral = (text: string): boolean => between.test(text.trimStart());

export const readAddresses = (text: string): string[] =>
  text
    .replace(named, " $1 ")
    .split(between)
    .filter((part) => part !== "");

/** Each address once, however it is written; the first writing stays. */
export function merged(addresses: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses)
    if (!known.has(emailKey(address))) known.set(emailKey(address), address);
  return [...known.values()];
}
