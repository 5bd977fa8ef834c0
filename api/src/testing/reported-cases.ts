/** Public failures of other products that must not happen here, each with a test whose title begins with its number. */
import type { TestSource } from "./billing-cases.ts";

const numbered = (prefix: string, digits: number, numbers: readonly number[]): string[] =>
  numbers.map((number) => `${prefix}${String(number).padStart(digits, "0")}`);

/** Of identity and access. Two digits: `C37` is another case than `C037` of the console. */
const identityCases = numbered(
  "C",
  2,
  [
    1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37,
    38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71,
  ],
);

/** Of the console. */
const consoleCases = numbered(
  "C",
  3,
  [
    1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37,
    38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73,
    74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98, 100, 101, 103, 104, 106,
    107, 109, 110, 112, 113, 115, 116, 118, 119,
  ],
);

/** Of running the product, its programs, live updates and languages. */
const operatingCases = numbered(
  "N",
  2,
  [
    52, 53, 54, 55, 56, 57, 59, 61, 62, 63, 20, 22, 24, 25, 26, 27, 28, 30, 31, 32, 33, 35, 37, 48,
    50,
  ],
);

export const reportedCases: readonly string[] = [
  ...identityCases,
  ...consoleCases,
  ...operatingCases,
];

/**
 * Numbers at the start of a title of a test, a group of tests or a step: `C019, C022: …`. Titles of a table of tests are
 * far behind its call, so every text that begins like a title counts.
 */
export const reportedCasesInTitles = (sources: readonly TestSource[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/["'`]((?:[A-Z]{1,2}-?\d{2,3}(?:, )?)+): /g)].flatMap(([, numbers = ""]) =>
        numbers.split(", "),
      ),
    ),
  );
