import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  entryBytes,
  isBreached,
  breachedPasswordsFile,
} from "#api/modules/auth/passwords/breached-passwords.ts";
import { encodeBreachedPasswords, readBreachedPasswords } from "./build-breached-passwords.ts";

const breached = [...readBreachedPasswords()];

test("the committed list equals the one built from its sources", () => {
  const committed = readFileSync(breachedPasswordsFile);
  expect(committed.length).toBe(breached.length * entryBytes);
  expect(committed.equals(encodeBreachedPasswords(breached))).toBe(true);
});

test("T41: recognizes every breached password in lower case and in upper case", () => {
  expect(breached.length).toBeGreaterThan(43_000);
  expect(breached.filter((password) => !isBreached(password))).toEqual([]);
  // Outside of ASCII, lower case after upper case often differs from the original.
  const plain = breached.filter((password) => /^[\x20-\x7e]*$/.test(password));
  expect(plain.filter((password) => !isBreached(password.toUpperCase()))).toEqual([]);
});

test("does not recognize any other text", () => {
  const known = new Set(breached);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      fc.pre(!known.has(text.normalize("NFKC").toLowerCase()));
      expect(isBreached(text)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
  expect(breached.slice(0, 2_000).filter((password) => isBreached(`${password}~`))).toEqual([]);
});
