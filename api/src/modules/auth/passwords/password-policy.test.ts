import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveKeyring } from "../../../core/lib/crypto.ts";
import { minimumPasswordCost } from "./password-cost.ts";
import { assertNewPassword, isPasswordRejected } from "./password-policy.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const owner = {
  email: "ada.field@northwind.test",
  firstName: "Ada",
  lastName: "Lovelace-Küng",
  isStaff: false,
};
const staff = { ...owner, isStaff: true };

test.each([
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
  ["a common word with dots in it", "p.a.s.s.w.o.r.d.1.2"],
  ["the company", "Boreal-Cloud-2026"],
  ["the e-mail", "ada.field@northwind.test"],
  ["the local part", "ada.field-12345"],
  ["a name", "Lovelace-1815-12"],
  ["half of a double name", "Küng-Küng-1815"],
])("rejects a password that is %s", (_, password) => {
  expect(isPasswordRejected(password, owner)).toBe(true);
});

test.each([
  "northern-lights-2026",
  "seven quiet herons at dusk",
  "k3!vQpz9Lm2x",
  "lovelace knits under bridges",
  "пять тихих цапель",
  "🦉🌲🍄🦊🐝🌊🔥🌙🏔🛶🧭🪵",
  `${"quiet herons ".repeat(9)}at dusk 12`,
])("accepts a password that is hard to guess: %s", (password) => {
  expect(isPasswordRejected(password, owner)).toBe(false);
});

test("T41: accepts 12 to 128 characters, counted as user-perceived characters", () => {
  const long = Array.from({ length: 129 }, (_, at) => String.fromCodePoint(0xac00 + at * 7));
  const lengthsTaken = Array.from({ length: 130 }, (_, length) => length).filter(
    (length) => !isPasswordRejected(long.slice(0, length).join(""), owner),
  );
  expect([lengthsTaken.at(0), lengthsTaken.at(-1), lengthsTaken.length]).toEqual([12, 128, 117]);
  const emoji = [..."🦉🌲🍄🦊🐝🌊🔥🌙🏔🛶🧭🪵"];
  expect(isPasswordRejected(emoji.slice(1).join(""), owner)).toBe(true);
  expect(isPasswordRejected(emoji.join(""), owner)).toBe(false);
});

test("T41: composition changes neither length nor result", () => {
  const eleven = "Zürçhérößñå";
  for (const form of ["NFC", "NFD"]) {
    expect(isPasswordRejected(eleven.normalize(form), owner)).toBe(true);
    expect(isPasswordRejected(`${eleven}é`.normalize(form), owner)).toBe(false);
  }
});

test("T41: leading and trailing spaces count and are kept", () => {
  expect(isPasswordRejected("k3!vQpz9Lm", owner)).toBe(true);
  expect(isPasswordRejected(" k3!vQpz9Lm ", owner)).toBe(false);
});

test.each(["motherfucker", "1QAZ2wsx3EDC", "ghbdtnrfrltkf", "THECAKEISALIE", "the cake is a lie"])(
  "T41: rejects a breached password in any letter case: %s",
  (password) => {
    expect(isPasswordRejected(password, owner)).toBe(true);
  },
);

test.each(["TheCakeIsALie!", "2026 philadelphia 2026", "Unbel1evable99", "ph1l4d3lph1a"])(
  "rejects a breached password with substitutions: %s",
  (password) => {
    expect(isPasswordRejected(password, owner)).toBe(true);
  },
);

test("T41: requires fifteen characters of staff", () => {
  expect(isPasswordRejected("k3!vQpz9Lm2xWf", staff)).toBe(true);
  expect(isPasswordRejected("k3!vQpz9Lm2xWf", owner)).toBe(false);
  expect(isPasswordRejected("k3!vQpz9Lm2xWf7", staff)).toBe(false);
});

test("rejects the current password, however it is composed", async () => {
  const passwords = createPasswordHasher(deriveKeyring(Buffer.alloc(32, 1)), minimumPasswordCost);
  const current = "seven quiet hérons at dusk";
  const holder = { ...owner, passwordHash: await passwords.hash(current) };
  const problem = { code: "registration_invalid_password" };
  await expect(
    assertNewPassword(passwords, current.normalize("NFD"), holder),
  ).rejects.toMatchObject(problem);
  await expect(assertNewPassword(passwords, "password2026!!", holder)).rejects.toMatchObject(
    problem,
  );
  await assertNewPassword(passwords, "eight quiet herons at dawn", holder);
  await assertNewPassword(passwords, current, { ...owner, passwordHash: null });
});

test("no input makes the rules slow or fail", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 0, maxLength: 200 }), (text) => {
      const started = performance.now();
      isPasswordRejected(text, owner);
      expect(performance.now() - started).toBeLessThan(100);
    }),
  );
});

test("accepts random passwords", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 24 }), (bytes) => {
      const password = Buffer.from(bytes.map((byte, at) => byte ^ (at * 37 + 91))).toString(
        "base64",
      );
      fc.pre(new Set(password).size > 8);
      expect(isPasswordRejected(password, owner)).toBe(false);
    }),
  );
});

test("the result depends neither on letter case nor on composition", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 }), (text) => {
      const verdict = isPasswordRejected(text, owner);
      expect(isPasswordRejected(text.normalize("NFD"), owner)).toBe(verdict);
      const ascii = text.replace(/[^\x20-\x7e]/g, "x");
      expect(isPasswordRejected(ascii.toUpperCase(), owner)).toBe(isPasswordRejected(ascii, owner));
    }),
  );
});
