/** What others wrote, made fit for a terminal: a name moves no cursor and changes no colour. */

/** Control and format characters, private ones, halves of pairs, and other ends of lines. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** On one line, with a mark where something was that cannot be shown. */
export const escapeUnprintable = (text: string): string => text.replace(unprintable, "\uFFFD");

const hexDigits = 4;

/** The JSON of an answer. What a terminal would take for an order is written as JSON's own escape: the value stays the same. */
export const toSafeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    found === "\n"
      ? found
      : Array.from({ length: found.length }, (_, at) => {
          const unit = found.charCodeAt(at).toString(16);
          return `\\u${unit.padStart(hexDigits, "0")}`;
        }).join(""),
  );

/** Columns a terminal gives to what it shows two wide. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const combiningMark = /\p{M}/u;

const characterWidth = (character: string): number =>
  combiningMark.test(character) ? 0 : wide.test(character) ? 2 : 1;

export const displayWidth = (text: string): number =>
  [...text].reduce((width, character) => width + characterWidth(character), 0);

/** At most that wide; what is cut is marked. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = "";
  let used = 1;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    taken += character;
  }
  return `${taken}…`;
}
