/** The text that an instance writes to its serial console, made safe for terminals and pages. */
import { longestConsoleLine } from "#contracts/instance-console.ts";

/** Sequences of ANSI terminals: colors, cursor moves, titles (up to BEL or ST), character sets. */
const terminalSequence =
  // oxlint-disable-next-line no-control-regex -- the sequences consist of control characters
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,16}[@-~]|\][^\u0007\u001b]{0,1024}(?:\u0007|\u001b\\)?|[ -/]{1,4}[0-~]|[0-~])/g;

/** Control characters, except tab and line feed, and characters that reorder or hide text. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Lines without control characters. A carriage return within a line starts it again, as on a terminal: only the last
 * state of a progress bar remains. `limit` is the number of last lines to keep.
 */
export function toConsoleLines(
  output: string,
  limit: number,
): { lines: string[]; hasEarlier: boolean } {
  const all = output.replaceAll("\r\n", "\n").split("\n");
  // The output ends with a line break, unless the instance waits for input in its last line.
  if (all.at(-1) === "") all.pop();
  return {
    lines: all.slice(-limit).map(toPlainLine),
    hasEarlier: all.length > limit,
  };
}

function toPlainLine(line: string): string {
  const shown = line.slice(0, 4 * longestConsoleLine).replace(terminalSequence, "");
  const lastState = shown.split("\r").findLast((state) => state !== "") ?? "";
  const plain = lastState.replace(unprintable, "");
  return plain.length <= longestConsoleLine ? plain : `${plain.slice(0, longestConsoleLine)}…`;
}
