import fc from "fast-check";
import { expect, test } from "vitest";
import { steering } from "../testing/steering.ts";
import { displayWidth, fitted, printable, printableJson } from "./printable.ts";

test("whatever a name holds, nothing of it steers the terminal, and it stays on its line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(printable(name)).not.toMatch(steering);
      expect(printable(name)).not.toContain("\n");
    }),
  );
  expect(printable("a\u001b[2Jb\r\nc\u202ed")).toBe("a\uFFFD[2Jb\uFFFD\uFFFDc\uFFFDd");
  expect(printable("Zoë 東京 – “x”")).toBe("Zoë 東京 – “x”");
});

test("JSON for a terminal is the same value, without anything that steers it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, name) => {
      const text = printableJson({ value, name });
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value, name })));
      expect(text).not.toMatch(steering);
    }),
  );
});

test("a text is as wide as a terminal shows it, and is cut to that", () => {
  expect([
    displayWidth("abc"),
    displayWidth("東京"),
    displayWidth("e\u0301"),
    displayWidth("🌲"),
  ]).toEqual([3, 4, 1, 2]);
  expect(fitted("abcdef", 6)).toBe("abcdef");
  expect(fitted("abcdefg", 6)).toBe("abcde…");
  expect(fitted("東京都庁", 6)).toBe("東京…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(displayWidth(fitted(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
