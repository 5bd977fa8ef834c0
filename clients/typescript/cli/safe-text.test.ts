import fc from "fast-check";
import { expect, test } from "vitest";
import { controlCharacters } from "../testing/control-characters.ts";
import { displayWidth, truncate, escapeUnprintable, toSafeJson } from "./safe-text.ts";

test("whatever a name holds, nothing of it steers the terminal, and it stays on its line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(escapeUnprintable(name)).not.toMatch(controlCharacters);
      expect(escapeUnprintable(name)).not.toContain("\n");
    }),
  );
  expect(escapeUnprintable("a\u001b[2Jb\r\nc\u202ed")).toBe("a\uFFFD[2Jb\uFFFD\uFFFDc\uFFFDd");
  expect(escapeUnprintable("Zoë 東京 – “x”")).toBe("Zoë 東京 – “x”");
});

test("JSON for a terminal is the same value, without anything that steers it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, name) => {
      const text = toSafeJson({ value, name });
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value, name })));
      expect(text).not.toMatch(controlCharacters);
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
  expect(truncate("abcdef", 6)).toBe("abcdef");
  expect(truncate("abcdefg", 6)).toBe("abcde…");
  expect(truncate("東京都庁", 6)).toBe("東京…");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});
