/** Makes text of other users safe for a terminal: no control sequences, no bidirectional overrides. */

/** Control, format, surrogate and private-use characters, and line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Keeps the text on one line and replaces each unprintable character by U+FFFD. */
export const escapeUnprintable = (text: string): string => text.replace(unprintable, "\uFFFD");

const hexDigits = 4;

/** Formats a response as JSON. Control characters are written as JSON escapes, so the parsed value is the same. */
export const toSafeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (match) =>
    match === "\n"
      ? match
      : Array.from({ length: match.length }, (_, index) => {
          const unit = match.charCodeAt(index).toString(16);
          return `\\u${unit.padStart(hexDigits, "0")}`;
        }).join(""),
  );

/** Characters that a terminal shows in two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const combiningMark = /\p{M}/u;

const characterWidth = (character: string): number =>
  combiningMark.test(character) ? 0 : wide.test(character) ? 2 : 1;

export const displayWidth = (text: string): number =>
  [...text].reduce((width, character) => width + characterWidth(character), 0);

/** Limits the text to the width and marks a cut with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let result = "";
  let used = 1;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    result += character;
  }
  return `${result}…`;
}
