import { IpRange } from "#contracts/tokens.ts";

interface ParsedIpRange {
  readonly text: string;
  /** As an editor counts them. */
  readonly line: number;
  readonly isGood: boolean;
}

/** One a line, or parted by commas and blanks as people paste them. */
export const parseIpRanges = (written: string): readonly ParsedIpRange[] =>
  written.split("\n").flatMap((line, at) =>
    line
      .split(/[\s,;]+/)
      .filter((text) => text !== "")
      .map((text) => ({ text, line: at + 1, isGood: IpRange.safeParse(text).success })),
  );
