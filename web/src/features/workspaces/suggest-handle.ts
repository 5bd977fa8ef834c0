import { handlePattern, reservedHandles, trimTrailing } from "#contracts/text.ts";

/** Letters that Unicode normalization does not reduce to ASCII letters. */
const transliterations: Record<string, string> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ð: "d",
  þ: "th",
  ł: "l",
  đ: "d",
};

/** Suggests a handle for a name; for a name without Latin letters, a valid generic one. */
export function suggestHandle(name: string): string {
  if (name.trim() === "") return "";
  const letters = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[øæœßðþłđ]/g, (letter) => transliterations[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+/, "")
    .slice(0, 32);
  const plain = trimTrailing(letters, "-");
  const handle = handlePattern.test(plain)
    ? plain
    : `workspace-${plain === "" ? shortHash(name) : plain}`.slice(0, 32);
  return reservedHandles.has(handle) ? `${handle}-1` : handle;
}

/** Four letters and digits, deterministic for a name. */
function shortHash(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_679_616;
  return hash.toString(36).padStart(4, "x");
}
