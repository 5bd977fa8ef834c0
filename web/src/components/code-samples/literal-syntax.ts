/** Formats JSON values as literals of a programming language. */
export interface LiteralSyntax {
  readonly indent: string;
  /** Spaces inside the braces of an object on one line. */
  readonly inner: string;
  readonly word: (value: boolean | null) => string;
  readonly key: (name: string) => string;
}

const maxLineLength = 60;

function bracketed(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { indent, inner }: { indent: string; inner: string },
): string {
  if (parts.length === 0) return open + close;
  const line = parts.join(", ");
  if (line.length <= maxLineLength && !line.includes("\n"))
    return open + inner + line + inner + close;
  const lines = parts.map((part) => `${indent}${part.replaceAll("\n", `\n${indent}`)},\n`);
  return `${open}\n${lines.join("")}${close}`;
}

/** Control characters, line separators and bidirectional controls, which would disguise code. */
const unsafeCharacters = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Replaces them with JSON escapes; the value stays the same. */
export const escapeControlCharacters = (json: string): string =>
  json.replace(unsafeCharacters, (found) =>
    found === "\n" ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Quotes a string. JSON escapes mean the same in JavaScript and Python, and none is a line break in the source, so no
 * text can leave its quotes.
 */
export const quoteString = (text: string): string => escapeControlCharacters(JSON.stringify(text));

/** `value` holds JSON values only. */
export function toLiteral(value: unknown, notation: LiteralSyntax): string {
  const { indent, inner, word, key } = notation;
  if (typeof value === "boolean" || value === null || value === undefined)
    return word(value ?? null);
  if (Array.isArray(value))
    return bracketed(
      ["[", "]"],
      value.map((part) => toLiteral(part, notation)),
      { indent, inner: "" },
    );
  if (typeof value === "object")
    return bracketed(
      ["{", "}"],
      Object.entries(value).map(([name, part]) => `${key(name)}: ${toLiteral(part, notation)}`),
      { indent, inner },
    );
  return escapeControlCharacters(JSON.stringify(value));
}
