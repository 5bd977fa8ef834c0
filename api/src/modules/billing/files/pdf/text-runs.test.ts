/** Texts of documents in every script: a name must not keep its invoice from being printed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toPrintable, toRuns } from "./text-runs.ts";

/** First and last code point of the scripts whose letters are shaped or ordered. */
const blocks: Readonly<Record<string, readonly [number, number]>> = {
  Hebrew: [0x590, 0x5ff],
  Arabic: [0x600, 0x6ff],
  Thaana: [0x780, 0x7bf],
  Devanagari: [0x900, 0x97f],
  Bengali: [0x980, 0x9ff],
  Gurmukhi: [0xa00, 0xa7f],
  Gujarati: [0xa80, 0xaff],
  Oriya: [0xb00, 0xb7f],
  Tamil: [0xb80, 0xbff],
  Telugu: [0xc00, 0xc7f],
  Kannada: [0xc80, 0xcff],
  Malayalam: [0xd00, 0xd7f],
  Sinhala: [0xd80, 0xdff],
  Thai: [0xe00, 0xe7f],
  Lao: [0xe80, 0xeff],
  Myanmar: [0x1000, 0x109f],
  Ethiopic: [0x1200, 0x137f],
  Khmer: [0x1780, 0x17ff],
};

const style = { weight: "regular", country: null } as const;
const unshaped = (text: string) =>
  toRuns(toPrintable(text, style), style).filter((run) => !run.font.canShape(run.text));

test("a word that the font library cannot shape is printed in syllables, and a syllable in characters", () => {
  const word = "ਗੁਰਪ੍ਰੀਤ";
  const runs = toRuns(word, style);
  expect(runs[0]?.font.canShape(word)).toBe(false);
  expect(runs.map(({ text }) => text)).toEqual(["ਗ", "ੁ", "ਰ", "ਪ੍", "ਰੀ", "ਤ"]);
});

test("right-to-left text that the font library does not order keeps each mark on its letter", () => {
  expect(toRuns("ދިވެހި", style).map(({ text }) => text)).toEqual(["ހިވެދި"]);
});

test.each(Object.entries(blocks))("any text in %s can be printed", (_, [first, last]) => {
  const character = fc
    .integer({ min: first - 1, max: last })
    .map((point) => (point < first ? " " : String.fromCodePoint(point)));
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 12 }), (characters) => {
      expect(unshaped(characters.join(""))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
