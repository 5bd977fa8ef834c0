/** Which commands are meant by what is typed, and how well. */
import type { Command, Commands } from "./command.ts";

/** Without case and accents, as people type. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/\s+/)
    .filter((word) => word !== "");

/** The lower, the better; null where a word of the typed ones is nowhere in it. */
export function rankOf(
  { label, second, words }: Pick<Command, "label" | "second" | "words">,
  typed: string,
): number | null {
  const name = folded(label);
  const all = folded(`${label} ${second ?? ""} ${words ?? ""}`);
  const asked = wordsOf(typed);
  if (!asked.every((word) => all.includes(word))) return null;
  const whole = asked.join(" ");
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  const begins = (word: string) => name.split(" ").some((part) => part.startsWith(word));
  if (asked.every(begins)) return 2;
  return asked.every((word) => name.includes(word)) ? 3 : 4;
}

/** Those of each group that match, the best first; groups stay in their order, so that nothing jumps while more is found. */
export function matching(groups: readonly Commands[], typed: string): Commands[] {
  const isBlank = typed.trim() === "";
  return groups
    .map(({ label, options }) => ({
      label,
      options: isBlank
        ? options.filter(({ onlyWhenTyped }) => onlyWhenTyped !== true)
        : options
            .map((option, place) => ({ option, place, rank: rankOf(option, typed) }))
            .filter(({ rank }) => rank !== null)
            .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.place - other.place)
            .map(({ option }) => option),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Groups of the same name are one, where the first of them stands. */
export function merged(groups: readonly Commands[]): Commands[] {
  const byLabel = Map.groupBy(groups, ({ label }) => label);
  return [...byLabel].map(([label, same]) => ({
    label,
    options: same.flatMap(({ options }) => options),
  }));
}
