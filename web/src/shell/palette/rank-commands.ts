/** Which commands are meant by what is typed, and how well. */
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";

/** Without case and accents, as people type. */
const foldCase = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const tokenize = (text: string): string[] =>
  foldCase(text)
    .split(/\s+/)
    .filter((word) => word !== "");

/** The lower, the better; null where a word of the typed ones is nowhere in it. */
export function rankCommand(
  { label, description, keywords }: Pick<PaletteCommand, "label" | "description" | "keywords">,
  typed: string,
): number | null {
  const name = foldCase(label);
  const all = foldCase(`${label} ${description ?? ""} ${keywords ?? ""}`);
  const asked = tokenize(typed);
  if (!asked.every((word) => all.includes(word))) return null;
  const whole = asked.join(" ");
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  const begins = (word: string) => name.split(" ").some((part) => part.startsWith(word));
  if (asked.every(begins)) return 2;
  return asked.every((word) => name.includes(word)) ? 3 : 4;
}

/** Those of each group that match, the best first; groups stay in their order, so that nothing jumps while more is found. */
export function matchCommands(
  groups: readonly PaletteCommandGroup[],
  typed: string,
): PaletteCommandGroup[] {
  const isBlank = typed.trim() === "";
  return groups
    .map(({ label, options }) => ({
      label,
      options: isBlank
        ? options.filter(({ onlyWhenTyped }) => onlyWhenTyped !== true)
        : options
            .map((option, place) => ({ option, place, rank: rankCommand(option, typed) }))
            .filter(({ rank }) => rank !== null)
            .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.place - other.place)
            .map(({ option }) => option),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Groups of the same name are one, where the first of them stands. */
export function mergeGroups(groups: readonly PaletteCommandGroup[]): PaletteCommandGroup[] {
  const byLabel = Map.groupBy(groups, ({ label }) => label);
  return [...byLabel].map(([label, same]) => ({
    label,
    options: same.flatMap(({ options }) => options),
  }));
}
