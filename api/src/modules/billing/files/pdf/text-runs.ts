/** Splits a text into pieces of one font and one direction, in the order in which they are printed. */
import createBidi from "bidi-js";
import { type DocumentFont, findFont, type Weight } from "./fonts.ts";

export interface TextRun {
  readonly font: DocumentFont;
  readonly text: string;
}

interface Piece extends TextRun {
  /** Embedding level of the Unicode Bidirectional Algorithm: odd is right to left. */
  readonly level: number;
}

export interface TextStyle {
  readonly weight: Weight;
  readonly country: string | null;
}

const bidi = createBidi();

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
/** Letters with their marks. */
const toGraphemes = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** Joiners, variation selectors and marks of direction, which have no form of their own. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** A character that no font has, such as an emoji, is printed as its code: an empty box would say nothing. */
const codeOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** Most texts: one font and one direction. */
const isBasicLatin = (text: string) => /^[ -~]*$/.test(text);

/** Replaces what cannot be printed. Line breaks become spaces. */
export const toPrintable = (text: string, style: TextStyle): string =>
  isBasicLatin(text) ? text : replaceUnprintable(text, style);

const replaceUnprintable = (text: string, style: TextStyle): string =>
  [...text.normalize("NFC").replace(/\s+/gu, " ").replace(invisible, "").toWellFormed()]
    .map((character) =>
      findFont(character, style.weight, style.country) === null ? codeOf(character) : character,
    )
    .join("");

/** `text` comes from `toPrintable`. */
export function toRuns(text: string, { weight, country }: TextStyle): TextRun[] {
  if (isBasicLatin(text)) {
    const font = findFont("a", weight, country);
    if (font !== null) return [{ font, text }];
  }
  const { levels } = bidi.getEmbeddingLevels(text, "auto");
  const pieces: { font: DocumentFont; text: string; level: number }[] = [];
  let offset = 0;
  for (const character of text) {
    const level = levels[offset] ?? 0;
    offset += character.length;
    const last = pieces.at(-1);
    // A space or a comma between two words of a script stays in its font.
    const keeps = last?.level === level && last.font.hasCharacter(character);
    const own = findFont(character, weight, country);
    const isNeutral = /[\p{P}\p{Z}\p{N}\p{M}]/u.test(character);
    const font = keeps && (isNeutral || own?.name === last.font.name) ? last.font : own;
    if (font === null) throw new Error("A text must be made printable before it is printed");
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    if (last !== undefined && last.level === level && last.font === font) last.text += shown;
    else pieces.push({ font, text: shown, level });
  }
  return reorder(pieces).flatMap(({ font, text: content, level }) => {
    const ordered =
      level % 2 === 1 && !isShapedRightToLeft(content)
        ? toGraphemes(content).toReversed().join("")
        : content;
    return shapeableParts(font, ordered).map((part) => ({ font, text: part }));
  });
}

/** A word in syllables, or a syllable in characters, is less pretty, but a document can always be printed. */
function shapeableParts(font: DocumentFont, text: string): readonly string[] {
  if (font.canShape(text)) return [text];
  return toGraphemes(text).flatMap((grapheme) =>
    font.canShape(grapheme) ? [grapheme] : [...grapheme],
  );
}

/** The font library reverses text of these scripts itself. */
export const isShapedRightToLeft = (text: string) =>
  /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);

/** Rule L2: from the highest level to the lowest odd one, each sequence of that level or higher is reversed. */
function reorder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start)
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}
