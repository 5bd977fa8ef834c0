import fc from "fast-check";
import { expect, test } from "vitest";
import { controlCharacters } from "../testing/control-characters.ts";
import { displayWidth, truncate, escapeUnprintable, toSafeJson } from "./safe-text.ts";

test("removes all control characters and line breaks", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(escapeUnprintable(name)).not.toMatch(controlCharacters);
      expect(escapeUnprintable(name)).not.toContain("\n");
    }),
  );
  expect(escapeUnprintable("a\u001b[2Jb\r\nc\u202ed")).toBe("a\uFFFD[2Jb\uFFFD\uFFFDc\uFFFDd");
  expect(escapeUnprintable("Zoë 東京 – “x”")).toBe("Zoë 東京 – “x”");
});

test("JSON output has the same value without control characters", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, name) => {
      const text = toSafeJson({ value, name });
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value, name })));
      expect(text).not.toMatch(controlCharacters);
    }),
  );
});

test("measures display width and truncates to it", () => {
  expect([
    displayWidth("abc"),
    displayWidth("東京"),
    displayWidth("e\u0301"),
    displayWidth("🌲"),
  ]).toEqual([3, 4, 1, 2]);
  expect(truncate("abcdef", 6)).toBe("abcdef");
  expect(truncate("abcdefg", 6)).toBe("abcde…");
  expect(truncate("東京都庁", 6)).toBe("東京…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
