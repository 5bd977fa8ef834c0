/**
 * Known breached passwords, which attackers try first. They are looked up in a file beside the code, so no
 * password leaves the server.
 */
import { readFileSync } from "node:fs";
import { normalizePassword } from "#contracts/text.ts";
import { sha256 } from "../../../core/lib/crypto.ts";

/**
 * Sorted, concatenated 48-bit prefixes of the SHA-256 of each password; built by
 * tools/commands/build-breached-passwords.ts. With 44,000 entries the chance of a false positive is one in
 * six billion.
 */
export const breachedPasswordsFile = new URL("./breached-passwords.bin", import.meta.url);
export const entryBytes = 6;

/** The list is lower case, because attackers try capitals too. */
export const normalizeForBreachList = (password: string): string =>
  normalizePassword(password).toLowerCase();

export const breachListEntry = (form: string): Buffer => sha256(form).subarray(0, entryBytes);

let loaded: Buffer | null = null;

export function isBreached(password: string): boolean {
  const list = (loaded ??= readFileSync(breachedPasswordsFile));
  const requested = breachListEntry(normalizeForBreachList(password)).readUIntBE(0, entryBytes);
  let from = 0;
  let to = list.length / entryBytes;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const entry = list.readUIntBE(middle * entryBytes, entryBytes);
    if (entry === requested) return true;
    if (entry < requested) from = middle + 1;
    else to = middle;
  }
  return false;
}
