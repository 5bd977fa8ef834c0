import { IpRange } from "#contracts/tokens.ts";

interface ParsedIpRange {
  readonly text: string;
  /** Line number, counted from 1. */
  readonly line: number;
  readonly isGood: boolean;
}

/** One range per line, or separated by commas and whitespace. */
export const parseIpRanges = (written: string): readonly ParsedIpRange[] =>
  written.split("\n").flatMap((line, at) =>
    line
      .split(/[\s,;]+/)
      .filter((text) => text !== "")
      .map((text) => ({ text, line: at + 1, isGood: IpRange.safeParse(text).success })),
  );
