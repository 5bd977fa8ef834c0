import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveKeys } from "../core/keys.ts";
import { isPasswordRefused } from "./password-rules.ts";
import { hashPassword, passwordCheck } from "./passwords.ts";

const owner = { email: "ada.field@northwind.test", firstName: "Ada", lastName: "Lovelace" };
const keys = deriveKeys(Buffer.alloc(32, 1));

test.each([
  ["too short", "k3!vQpz9Lm2"],
  ["too long", "quiet herons ".repeat(10)],
  ["more than 512 bytes", "🦉🌲🍄🦊🐝🌊🔥🌙".repeat(20)],
  ["a common sentence", "Correct Horse Battery Staple"],
  ["one character", "aaaaaaaaaaaaaa"],
  ["two characters in turn", "abababababababab"],
  ["one word over and over", "heron1heron1heron1"],
  ["a row of keys", "qwertyuiop1234567890"],
  ["the alphabet", "abcdefghijklmnop"],
  ["backwards digits", "987654321987654321"],
  ["a common word with a year", "Password2026!!"],
  ["a common word with digits for letters", "P4ssw0rd!P4ssw0rd"],
  ["the company", "Boreal-Cloud-2026"],
  ["the e-mail", "ada.field@northwind.test"],
  ["the local part", "ada.field-12345"],
  ["a name", "Lovelace-1815-12"],
])("a password is refused that is %s", (_, password) => {
  expect(isPasswordRefused(password, owner)).toBe(true);
});

test.each([
  "northern-lights-2026",
  "seven quiet herons at dusk",
  "k3!vQpz9Lm2x",
  "lovelace knits under bridges",
  "пять тихих цапель",
  "🦉🌲🍄🦊🐝🌊🔥🌙🏔🛶🧭🪵",
  " leading and trailing blanks ",
  `${"quiet herons ".repeat(9)}at dusk 12`,
])("a password of one's own is taken: %s", (password) => {
  expect(isPasswordRefused(password, owner)).toBe(false);
});

test("random passwords are taken, and no text makes the rules slow or fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 0, maxLength: 200 }), (text) => {
      const started = performance.now();
      isPasswordRefused(text, owner);
      expect(performance.now() - started).toBeLessThan(100);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 24 }), (bytes) => {
      const password = Buffer.from(bytes.map((byte, at) => byte ^ (at * 37 + 91))).toString(
        "base64",
      );
      fc.pre(new Set(password).size > 8);
      expect(isPasswordRefused(password, owner)).toBe(false);
    }),
  );
});

test("the same characters are the same password, however they were composed", async () => {
  const check = passwordCheck(keys);
  const stored = await hashPassword(keys, "Zürcher Geschnetzeltes".normalize("NFD"));
  expect(await check.isRight(stored, "Zürcher Geschnetzeltes".normalize("NFC"))).toBe(true);
  expect(await check.isRight(stored, "Zurcher Geschnetzeltes")).toBe(false);
});

test("C13: neither the first 72 bytes of a password nor more than 512 open anything", async () => {
  const check = passwordCheck(keys);
  const long = "0123456789abcdef".repeat(5);
  const stored = await hashPassword(keys, long);
  expect(await check.isRight(stored, long)).toBe(true);
  expect(await check.isRight(stored, long.slice(0, 72))).toBe(false);
  const oversized = await hashPassword(keys, "x".repeat(600));
  expect(await check.isRight(oversized, "x".repeat(600))).toBe(false);
});

test("a hash is worth nothing without the key that lies outside the database", async () => {
  const stored = await hashPassword(keys, "seven quiet herons at dusk");
  expect(
    await passwordCheck(deriveKeys(Buffer.alloc(32, 2))).isRight(
      stored,
      "seven quiet herons at dusk",
    ),
  ).toBe(false);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("an account without a password is never opened by one", async () => {
  expect(await passwordCheck(keys).isRight(null, "what nobody's password is compared with")).toBe(
    false,
  );
});

test("more sign-ins at once than can be computed are told to wait", async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => hashPassword(keys, `password number ${at}`)),
  );
  const refused = tries.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: "too_many_requests", details: { seconds: 30 } });
  await expect(hashPassword(keys, "and afterwards it goes on")).resolves.toMatch(/^\$argon2id/);
});
