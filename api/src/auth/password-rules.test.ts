import fc from "fast-check";
import { expect, test } from "vitest";
import { isPasswordRefused } from "./password-rules.ts";

const owner = { email: "ada.field@northwind.test", firstName: "Ada", lastName: "Lovelace" };

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
