/** Passwords stolen elsewhere, which whoever guesses tries first. Looked up in a file beside the code: no password leaves the machine. */
import { readFileSync } from "node:fs";
import { normalizePassword } from "#contracts/text.ts";
import { sha256 } from "../../../core/lib/crypto.ts";

/**
 * Of each password the first 48 bits of its SHA-256, in order, one behind the other; made by
 * tools/commands/build-breached-passwords.ts. Among 44,000 entries a password that is not one is taken for one
 * once in six thousand million.
 */
export const breachedPasswordsFile = new URL("./breached-passwords.bin", import.meta.url);
export const entryBytes = 6;

/** Guessing tries capitals too, so the list has no case. */
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
