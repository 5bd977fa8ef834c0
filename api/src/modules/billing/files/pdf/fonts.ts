/**
 * The fonts of documents. The console's typeface is the first one; scripts that it lacks are printed in Noto. Fonts are
 * opened when a text needs them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Font, create } from "fontkit";

export const weights = ["regular", "bold"] as const;
export type Weight = (typeof weights)[number];

const { resolve } = createRequire(import.meta.url);
const noto = (name: string, file: string) =>
  join(dirname(resolve(`@embedpdf/fonts-${name}`)), "..", "fonts", file);
const hanken = (subset: string, weight: number) =>
  resolve(`@fontsource/hanken-grotesk/files/hanken-grotesk-${subset}-${weight}-normal.woff`);

/** What Noto has a font of its own for; each file has the characters of this script only. */
const otherScripts = [
  "armenian",
  "bengali",
  "ethiopic",
  "georgian",
  "gujarati",
  "gurmukhi",
  "kannada",
  "khmer",
  "lao",
  "malayalam",
  "myanmar",
  "oriya",
  "sinhala",
  "tamil",
  "telugu",
  "thaana",
  "thai",
] as const;
type OtherScript = (typeof otherScripts)[number];
const notoOf = (script: OtherScript, weight: number) =>
  resolve(
    `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
  );

/** `latin` of Noto has Greek, Cyrillic, Vietnamese and Devanagari too. */
const files = {
  brand: { regular: () => hanken("latin", 400), bold: () => hanken("latin", 600) },
  brandExtended: { regular: () => hanken("latin-ext", 400), bold: () => hanken("latin-ext", 600) },
  latin: {
    regular: () => noto("latin", "NotoSans-Regular.ttf"),
    bold: () => noto("latin", "NotoSans-SemiBold.ttf"),
  },
  hebrew: {
    regular: () => noto("hebrew", "NotoSansHebrew-Regular.ttf"),
    bold: () => noto("hebrew", "NotoSansHebrew-Bold.ttf"),
  },
  arabic: {
    regular: () => noto("arabic", "NotoNaskhArabic-Regular.ttf"),
    bold: () => noto("arabic", "NotoNaskhArabic-Bold.ttf"),
  },
  chinese: {
    regular: () => noto("sc", "NotoSansHans-Regular.otf"),
    bold: () => noto("sc", "NotoSansHans-Bold.otf"),
  },
  japanese: {
    regular: () => noto("jp", "NotoSansJP-Regular.otf"),
    bold: () => noto("jp", "NotoSansJP-Bold.otf"),
  },
  korean: {
    regular: () => noto("kr", "NotoSansKR-Regular.otf"),
    bold: () => noto("kr", "NotoSansKR-Bold.otf"),
  },
} as const;
type FontFamily = keyof typeof files | OtherScript;

const isOtherScript = (family: FontFamily): family is OtherScript => !(family in files);
const fileOf = (family: FontFamily, weight: Weight): string =>
  isOtherScript(family) ? notoOf(family, weight === "bold" ? 600 : 400) : files[family][weight]();

export interface DocumentFont {
  /** Of the family in this weight; a document registers the font under it. */
  readonly name: string;
  readonly bytes: Buffer;
  hasCharacter(character: string): boolean;
  /** False where the font library throws: at some sequences of Gurmukhi, for example. */
  canShape(text: string): boolean;
}

const opened = new Map<string, DocumentFont>();

function openFont(family: FontFamily, weight: Weight): DocumentFont {
  const name = `${family}-${weight}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  const bytes = readFileSync(fileOf(family, weight));
  const parsed = create(bytes);
  if (!("hasGlyphForCodePoint" in parsed)) throw new Error(`${name} is a collection of fonts`);
  const font = { name, bytes, hasCharacter: coverage(parsed), canShape: shaping(parsed) };
  opened.set(name, font);
  return font;
}

const coverage = (font: Font) => (character: string) =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** A document shapes each word with the space after it. */
const shaping = (font: Font) => (text: string) => {
  try {
    for (const word of text.split(/(?<=[ \t])/)) font.layout(word);
    return true;
  } catch {
    return false;
  }
};

const europeanFirst = ["brand", "brandExtended", "latin", "hebrew", "arabic"] as const;

/** Han characters have other forms in Japan and Korea, so the font of the reader's country is asked first. */
function hanFamilies(country: string | null): readonly FontFamily[] {
  if (country === "JP") return ["japanese", "chinese", "korean"];
  if (country === "KR") return ["korean", "chinese", "japanese"];
  return ["chinese", "japanese", "korean"];
}

const known = new Map<string, DocumentFont | null>();

/** Returns the first font that has the character, or null. `country` is the ISO 3166-1 code of the reader. */
export function findFont(
  character: string,
  weight: Weight,
  country: string | null,
): DocumentFont | null {
  const key = `${weight} ${country === "JP" || country === "KR" ? country : ""} ${character}`;
  const font = known.get(key) ?? searchFont(character, weight, country);
  known.set(key, font);
  return font;
}

function searchFont(
  character: string,
  weight: Weight,
  country: string | null,
): DocumentFont | null {
  for (const family of [...europeanFirst, ...hanFamilies(country), ...otherScripts]) {
    const font = openFont(family, weight);
    if (font.hasCharacter(character)) return font;
  }
  return null;
}
