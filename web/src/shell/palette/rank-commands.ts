/** Filters and ranks commands by the typed text. */
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";

/** Removes case and accents. */
const foldCase = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const tokenize = (text: string): string[] =>
  foldCase(text)
    .split(/\s+/)
    .filter((word) => word !== "");

/** Rank of a command, lower is better; null when a typed word is missing from it. */
export function rankCommand(
  { label, description, keywords }: Pick<PaletteCommand, "label" | "description" | "keywords">,
  typed: string,
): number | null {
  const name = foldCase(label);
  const all = foldCase(`${label} ${description ?? ""} ${keywords ?? ""}`);
  const terms = tokenize(typed);
  if (!terms.every((word) => all.includes(word))) return null;
  const whole = terms.join(" ");
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  const begins = (word: string) => name.split(" ").some((part) => part.startsWith(word));
  if (terms.every(begins)) return 2;
  return terms.every((word) => name.includes(word)) ? 3 : 4;
}

/**
 * The matching commands of each group, best first. Groups keep their order, so that results do not jump while more
 * arrive.
 */
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

/** Merges groups with the same label at the position of the first one. */
export function mergeGroups(groups: readonly PaletteCommandGroup[]): PaletteCommandGroup[] {
  const byLabel = Map.groupBy(groups, ({ label }) => label);
  return [...byLabel].map(([label, same]) => ({
    label,
    options: same.flatMap(({ options }) => options),
  }));
}
