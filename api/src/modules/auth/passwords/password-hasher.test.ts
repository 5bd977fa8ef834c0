import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveKeyring } from "../../../core/lib/crypto.ts";
import { minimumPasswordCost, defaultPasswordCost } from "./password-cost.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const keys = deriveKeyring(Buffer.alloc(32, 1));
const passwords = createPasswordHasher(keys, minimumPasswordCost);
const good = "seven quiet herons at dusk";

test("T41: passwords with the same characters are equal, however they are composed", async () => {
  const stored = await passwords.hash("Zürcher Geschnetzeltes".normalize("NFD"));
  expect(await passwords.verify(stored, "Zürcher Geschnetzeltes".normalize("NFC"))).toBe(true);
  expect(await passwords.verify(stored, "Zurcher Geschnetzeltes")).toBe(false);
});

test("T41: one space more or less is a different password", async () => {
  const stored = await passwords.hash(` ${good} `);
  expect(await passwords.verify(stored, ` ${good} `)).toBe(true);
  for (const other of [good, ` ${good}`, `${good} `, ` ${good}  `])
    expect(await passwords.verify(stored, other)).toBe(false);
});

test("T41: a password verifies only its own hash; no prefix of it does", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 12, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, async (password) => {
      const stored = await passwords.hash(password);
      expect(await passwords.verify(stored, password)).toBe(true);
      expect(await passwords.verify(stored, [...password].slice(0, -1).join(""))).toBe(false);
    }),
    { numRuns: 15 },
  );
});

test("C13: neither the first 72 bytes nor more than 512 bytes verify", async () => {
  const long = "0123456789abcdef".repeat(5);
  const stored = await passwords.hash(long);
  expect(await passwords.verify(stored, long)).toBe(true);
  expect(await passwords.verify(stored, long.slice(0, 72))).toBe(false);
  const oversized = await passwords.hash("x".repeat(600));
  expect(await passwords.verify(oversized, "x".repeat(600))).toBe(false);
});

test("a hash cannot be verified without the key outside of the database", async () => {
  const otherHasher = createPasswordHasher(deriveKeyring(Buffer.alloc(32, 2)), minimumPasswordCost);
  expect(await otherHasher.verify(await passwords.hash(good), good)).toBe(false);
});

test("no password verifies for an account without one", async () => {
  expect(await passwords.verify(null, "what nobody's password is compared with")).toBe(false);
});

test("a hash with an outdated cost still verifies and needs a rehash", async () => {
  const usual = createPasswordHasher(keys, defaultPasswordCost);
  const [cheap, dear] = await Promise.all([passwords.hash(good), usual.hash(good)]);
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(dear).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await usual.verify(cheap, good)).toBe(true);
  expect(await passwords.verify(dear, good)).toBe(true);
  expect([usual.needsRehash(cheap), usual.needsRehash(dear)]).toEqual([true, false]);
  expect([passwords.needsRehash(cheap), passwords.needsRehash(dear)]).toEqual([false, true]);
});

test("rejects sign-ins above the number of concurrent computations with a retry time", async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => passwords.hash(`password number ${at}`)),
  );
  const rejected = tries.filter((outcome) => outcome.status === "rejected");
  expect(rejected.length).toBeGreaterThan(0);
  for (const { reason } of rejected)
    expect(reason).toMatchObject({ code: "too_many_requests", details: { seconds: 30 } });
  await expect(passwords.hash("and afterwards it goes on")).resolves.toMatch(/^\$argon2id/);
});
