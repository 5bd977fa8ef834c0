import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { generateAccessToken, parseBearerToken } from "./access-token.ts";

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a token contains the CRC32 of its random part in base 62", () => {
  const { text } = generateAccessToken();
  const sum = [...text.slice(34)].reduce((value, one) => value * 62 + characters.indexOf(one), 0);
  expect(sum).toBe(crc32(text.slice(4, 34)));
});

test("each token is different and parses back to itself", () => {
  const created = Array.from({ length: 500 }, () => generateAccessToken());
  expect(new Set(created.map(({ text }) => text)).size).toBe(500);
  for (const token of created) {
    expect(parseBearerToken(`Bearer ${token.text}`)).toEqual(token);
    expect(parseBearerToken(`bearer ${token.text}`)).toEqual(token);
  }
});

test("T24: a token with any mistyped character is invalid", () => {
  const { text } = generateAccessToken();
  fc.assert(
    fc.property(
      fc.nat({ max: text.length - 1 }),
      fc.constantFrom(...characters),
      (position, character) => {
        fc.pre(text[position] !== character);
        const wrong = text.slice(0, position) + character + text.slice(position + 1);
        return parseBearerToken(`Bearer ${wrong}`) === null;
      },
    ),
  );
});

test.each([
  ["nothing", undefined],
  ["another scheme", `Basic ${generateAccessToken().text}`],
  ["no scheme", generateAccessToken().text],
  ["another prefix", `Bearer ${generateAccessToken().text.replace("gcw_", "GCW_")}`],
  ["more behind it", `Bearer ${generateAccessToken().text} x`],
  ["one that is too short", `Bearer ${generateAccessToken().text.slice(0, -1)}`],
])("%s is none", (_, header) => {
  expect(parseBearerToken(header)).toBeNull();
});
