/** The levels of the log of a command that its reader wants to see, in the URL. */
import type { CommandLogLine } from "#contracts/admin-instances.ts";

type Level = CommandLogLine["level"];
export const logLevels: readonly Level[] = ["debug", "info", "warning", "error"];

export interface LogSearch {
  /** Levels, separated by commas; all without it. */
  readonly level?: string | undefined;
}

const chosenLevels = (text: unknown): readonly Level[] => {
  const named = typeof text === "string" ? text.split(",") : [];
  return logLevels.filter((level) => named.includes(level));
};

/** Keeps known levels, so that a hand-written URL never breaks the page. */
export function logSearch({ level }: Record<string, unknown>): LogSearch {
  const chosen = chosenLevels(level);
  return { level: chosen.length === 0 ? undefined : chosen.join(",") };
}

/** The lines of the chosen levels; all lines if none is chosen. */
export function linesOfLevels(
  lines: readonly CommandLogLine[],
  { level }: LogSearch,
): readonly CommandLogLine[] {
  const chosen = chosenLevels(level);
  return chosen.length === 0 ? lines : lines.filter((line) => chosen.includes(line.level));
}
