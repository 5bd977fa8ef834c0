import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  entryBytes,
  isBreached,
  breachedPasswordsFile,
} from "#api/modules/auth/passwords/breached-passwords.ts";
import { encodeBreachedPasswords, readBreachedPasswords } from "./build-breached-passwords.ts";

const stolen = [...readBreachedPasswords()];

test("the list that is committed is the one its sources make", () => {
  const committed = readFileSync(breachedPasswordsFile);
  expect(committed.length).toBe(stolen.length * entryBytes);
  expect(committed.equals(encodeBreachedPasswords(stolen))).toBe(true);
});

test("T41: every stolen password is known as one, in small letters and in capitals", () => {
  expect(stolen.length).toBeGreaterThan(43_000);
  expect(stolen.filter((password) => !isBreached(password))).toEqual([]);
  // Few letters outside ASCII come back from capitals as they were.
  const plain = stolen.filter((password) => /^[\x20-\x7e]*$/.test(password));
  expect(plain.filter((password) => !isBreached(password.toUpperCase()))).toEqual([]);
});

test("no other text is taken for a stolen password", () => {
  const known = new Set(stolen);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      fc.pre(!known.has(text.normalize("NFKC").toLowerCase()));
      expect(isBreached(text)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
  expect(stolen.slice(0, 2_000).filter((password) => isBreached(`${password}~`))).toEqual([]);
});
