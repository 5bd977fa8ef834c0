import { expect, test } from "vitest";
import { parseIpRanges } from "./parse-ip-ranges.ts";

const parsed = (written: string) =>
  parseIpRanges(written).map(({ text, line, isGood }) => [line, text, isGood]);

test("parses addresses and ranges by line; blank lines are counted and skipped", () => {
  expect(parsed(" 203.0.113.0/24 \r\n\n2001:db8::/32\n198.51.100.7")).toEqual([
    [1, "203.0.113.0/24", true],
    [3, "2001:db8::/32", true],
    [4, "198.51.100.7", true],
  ]);
  expect(parsed("\n \n")).toEqual([]);
});

test("splits several ranges on a line, and reports an invalid one with its line", () => {
  expect(parsed("10.0.0.1, 10.0.0.300\n203.0.113.0/33 office")).toEqual([
    [1, "10.0.0.1", true],
    [1, "10.0.0.300", false],
    [2, "203.0.113.0/33", false],
    [2, "office", false],
  ]);
});
